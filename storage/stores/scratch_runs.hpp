// Sorted runs of large documents in unlinked files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/rdf/sort/run_store.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// A run store with files from `create`. They are unlinked, so that a run is deleted with the last of the store and its sources, also after
/// a crash.
[[nodiscard]] std::unique_ptr<run_store> make_scratch_runs(std::function<result<file_descriptor>()> create);

}  // namespace laundromat
