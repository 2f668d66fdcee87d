// Compares indexes with their tables, each read once in its order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Whether each index has exactly the entries that its table needs, sorted, and unique where it must be. This is what `PRAGMA integrity_check`
/// adds to `PRAGMA quick_check`, which looks up each row in each index, at random places. Here a table is read once, and
/// each of its indexes once, in the order of the pages; the sums of the SipHash of all entries must be equal, and so must their
/// numbers, also that of the cells in the pages of the index. Says nothing about which entry is wrong; false also for an index that it does
/// not understand. Throws `storage_fault`.
[[nodiscard]] bool indexes_match(database& db);

}  // namespace laundromat
