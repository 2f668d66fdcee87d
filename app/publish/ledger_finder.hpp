// Which ledgers belong to a record of the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "storage/journal/journal_reader.hpp"

namespace laundromat {

struct found_entry {
  entry_record entry;
  content_digest ledger;  ///< null: it has none
};

/// Hands out an entry and all that lies in it; all entries that a clean document comes from; or of a seed the download with its newest
/// documents, and the newest one where that failed. With `crawl_scope::all`, and of a document that only history has, history, too. Each comes with its ledger. Errors: the journal's, and those of `take`, which end the walk.
[[nodiscard]] result<void> each_entry(journal& from, const record_ref& record, crawl_scope crawls,
                                      const std::function<result<void>(const found_entry&)>& take);

}  // namespace laundromat
