// Which ledgers belong to a record of the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "storage/journal_reader.hpp"

namespace laundromat {

struct found_ledger {
  std::string uri;  ///< of the document
  content_digest clean, ledger;
};

/// Hands out the ledgers of an entry and of all that lies in it, of all entries that a clean document comes from, or of the last
/// download of a seed. Errors: the journal's.
[[nodiscard]] result<void> each_ledger(journal& from, const record_ref& record,
                                       const std::function<void(const found_ledger&)>& take);

}  // namespace laundromat
