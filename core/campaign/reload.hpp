// What of a campaign can be put in force while its engine runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// The keys and sections that differ and need a restart: `data`, `isolation`, what a request says of the crawler, and what processes and stores were set up
/// with. Empty when all that differs can be put in force.
[[nodiscard]] std::vector<std::string> keys_that_need_a_restart(const campaign& before,
                                                                const campaign& after);

/// `after` with the values of `before` where they need a restart.
[[nodiscard]] campaign reloadable_part(const campaign& before, campaign after);

}  // namespace laundromat
