// Internal to the journal: what crawls leave for the next crawl of their seed, and its interval.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// Keeps validators and freshness of the answer that gave the body of a download, instead of those kept before.
void keep_answer(journal_tables& s, const loaded_entry& row, const fetch_outcome& fact);
/// Updates what is kept by a 304, or by an answer with the same bytes.
void update_kept_answer(journal_tables& s, const loaded_entry& row, const fetch_outcome& fact);
/// Refuses `not_modified` where the crawl that it was compared with is not kept any more. Throws `not_found`.
void check_compared(database& db, const loaded_entry& row, const fetch_outcome& fact);
/// Sets the interval of a seed whose crawl ends with the download `root`; its columns `present` and `document` are those before.
void settle_interval(journal_tables& s, row_id seed, row_id root, timestamp now);

}  // namespace laundromat
