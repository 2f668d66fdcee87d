// Prints what a run would request now.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "app/commands/commands.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Prints the first `limit` URIs that would be requested, with the reasons against the others, the hosts, and the providers of a harvest. Sets the exit code.
void print_dry_run(campaign c, std::uint64_t limit, bool json, command_context& context);

}  // namespace laundromat
