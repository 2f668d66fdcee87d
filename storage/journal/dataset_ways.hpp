// What the journal knows about the ways to datasets: dumps that gave nothing, and the documents that must be read again for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planning/taken_ways.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// Why the newest crawl of a seed gave no documents, if another one would not either, or why the seed is refused; else `ok`. Throws `storage_fault`.
[[nodiscard]] dump_finding find_spent(database& db, row_id seed);
/// Whether a seed announces a dataset whose dump was taken and gave nothing: then it is to be read again, also when it has not changed, for the
/// other ways. Throws `storage_fault`.
[[nodiscard]] bool has_spent_way(database& db, row_id announcer);
/// After a crawl of a seed: makes the documents due that announce it as the dump of a dataset, if it gave nothing and its way was taken.
/// Throws `storage_fault`.
void reopen_other_ways(database& db, row_id seed, timestamp now);

}  // namespace laundromat
