// The folder that a campaign serves to itself while it runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "core/campaign/campaign.hpp"
#include "net/site_server.hpp"

namespace laundromat {

/// Starts to serve what `c.serve` names and puts the address into the seeds; nothing when it names no folder.
/// A port that the campaign leaves open is kept in the data folder and taken again by the next run when it is
/// free, so that the seeds keep their URIs. Errors: lines for people, about the rules, the folder or the
/// port.
[[nodiscard]] tl::expected<std::optional<site_server>, std::string> serve_campaign(campaign& c);

}  // namespace laundromat
