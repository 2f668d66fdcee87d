// The parts of a run that harvest: the harvest, its stores and its notices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/background_work.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Each works in a thread of its own; none without a registry. `settings` outlives them.
[[nodiscard]] background_parts make_harvest_parts(const campaign& settings);

}  // namespace laundromat
