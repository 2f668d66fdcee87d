// Sorted runs of large documents, on files that have no name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/rdf/sort/run_store.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// A run store over files that `create` makes: unlinked, so that a run goes when the last of the store and its sources goes, however
/// the program ends.
[[nodiscard]] std::unique_ptr<run_store> make_scratch_runs(std::function<result<file_descriptor>()> create);

}  // namespace laundromat
