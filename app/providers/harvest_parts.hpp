// Connects the harvest of a campaign with its registry, its stores and the inboxes of providers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "actors/harvester.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Makes the harvest of a campaign, which outlives it; nothing for one without a registry.
[[nodiscard]] harvest_factory make_harvest_factory(const campaign& settings);

}  // namespace laundromat
