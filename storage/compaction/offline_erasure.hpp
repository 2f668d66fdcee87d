// Removes what takedowns have left on the disk of a data folder on which no engine runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/erasures.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

/// Returns what it did not remove: segments that are damaged, and what `data_erasure` leaves for later. Also empties the write-ahead log, which has older pages. The caller has no other connection to the
/// journal. Errors: `journal_locked` beside an engine, which does the same; those of the stores and of the journal.
[[nodiscard]] result<erasures_left> erase_offline(const std::filesystem::path& root, timestamp now);

/// The same in a folder that is locked already.
[[nodiscard]] result<erasures_left> erase_offline(const data_folder& held, journal& db, timestamp now);

}  // namespace laundromat
