// Removes received files that no download names: a stop between the file and its COMMIT leaves them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/journal.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

/// Looks at the folders of the seeds that were being crawled when the engine was stopped. Returns the number of removed files. Requires the lock of the data folder, and that no
/// crawl has begun. Errors: those of the journal and of `safe_folder`.
[[nodiscard]] result<std::uint64_t> sweep_cut_off_bodies(raw_store& raw, journal& db);

/// Looks at all files of the store whose path tells their URI. Otherwise the same.
[[nodiscard]] result<std::uint64_t> sweep_all_bodies(raw_store& raw, journal& db);

}  // namespace laundromat
