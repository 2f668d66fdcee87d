// Serves a folder for the campaign during its run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "core/campaign/campaign.hpp"
#include "net/site_server.hpp"

namespace laundromat {

/// Starts to serve the folder of `c.serve` and puts the address into the seeds; nothing when there is no such folder.
/// A free port is stored in the data folder and used again by the next run if possible, so that the seeds keep their URIs.
/// Errors: messages about the rules, the folder or the port.
[[nodiscard]] tl::expected<std::optional<site_server>, std::string> serve_campaign(campaign& c);

/// The port at which `serve_campaign` would serve: that of the campaign, or of the last run; 0 when the system would choose one.
[[nodiscard]] std::uint16_t port_to_serve(const campaign& c);

}  // namespace laundromat
