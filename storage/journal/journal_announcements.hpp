// Stores what a document announces, and puts what the campaign follows on the seed list, in the transaction of the document's own change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// Stores the announcements of an entry: each followed URI becomes a seed, or is noted at the seed that it is already. `is_listing`: the entry is
/// a sitemap or another list. Returns the change of the sum of its defects. Throws `storage_fault`.
[[nodiscard]] std::int64_t store_announcements(journal_tables& s, const loaded_entry& row, stage of,
                                               const announcements& found, bool is_listing, timestamp at);

/// Stores announcements that no document made. Throws `storage_fault`.
void store_announcements_of_nobody(journal_tables& s, const announcements& found, timestamp at);

}  // namespace laundromat
