// The options of `reconcile` as rules of a search for duplicates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/extraction/reconcile_files.hpp"
#include "core/reconciliation/duplicate_finder.hpp"

namespace laundromat {

/// Errors: `invalid_argument` with the option and how it is written.
[[nodiscard]] result<duplicate_options> duplicate_rules(const reconcile_options& options);

}  // namespace laundromat
