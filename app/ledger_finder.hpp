// Which ledgers belong to a record of the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "storage/journal_reader.hpp"

namespace laundromat {

struct found_entry {
  entry_record entry;
  content_digest ledger;  ///< null: it has none
};

/// Hands out an entry and all that lies in it, all entries that a clean document comes from, or the last download of a seed, each with its
/// ledger. Errors: the journal's, and those of `take`, which end the walk.
[[nodiscard]] result<void> each_entry(journal& from, const record_ref& record,
                                      const std::function<result<void>(const found_entry&)>& take);

}  // namespace laundromat
