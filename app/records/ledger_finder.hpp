// Finds the ledgers of a record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "storage/journal/journal_reader.hpp"

namespace laundromat {

struct found_entry {
  entry_record entry;
  content_digest ledger;  ///< null: the entry has none
};

/// Calls `take` with an entry and all its members; with all sources of a clean document; or, for a seed, with the download that has its newest
/// documents and the newest download if it failed. Older crawls are included with `crawl_scope::all`, and for a document that only they have.
/// Each entry comes with its ledger. Errors: the journal's, and those of `take`, which end the walk.
[[nodiscard]] result<void> each_entry(journal& from, const record_ref& record, crawl_scope crawls,
                                      const std::function<result<void>(const found_entry&)>& take);

}  // namespace laundromat
