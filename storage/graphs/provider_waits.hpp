// What the next requests of a provider wait for: of its VoID file, and of the dumps of harvests that run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/providers/provider_state.hpp"
#include "storage/journal/request_wait.hpp"

namespace laundromat {

/// Reads them for a provider with these datasets, from two downloads of each file (`request_wait_of`). Errors: those of the journal.
[[nodiscard]] result<provider_waits> waits_of(journal& db, const stored_provider& provider,
                                              const std::vector<stored_dataset>& datasets,
                                              const steering_rules& rules, timestamp now);

}  // namespace laundromat
