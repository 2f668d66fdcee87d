// Sorted runs of large documents on scratch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/sort/run_store.hpp"
#include "storage/scratch_store.hpp"

namespace laundromat {

/// A run store on unlinked files of `scratch`, which outlives it.
[[nodiscard]] std::unique_ptr<run_store> make_scratch_runs(scratch_store& scratch);

}  // namespace laundromat
