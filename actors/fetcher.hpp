// The fetcher: one actor drives all transfers of this process through one loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// In:  jobs under leases, robots jobs of the politeness scheduler, poll.
/// Out: outcomes with every hop; releases and further permit requests to the politeness scheduler; a pull for each free transfer.
/// Spawned detached by the fetch dispatcher; dies with it. Holds up to `pools.transfers` transfers.
/// `reads_robots`: it does so for the politeness scheduler, which has one fetcher for that.
[[nodiscard]] fetcher_factory make_fetcher(environment_ptr env, bool reads_robots = true);

}  // namespace laundromat
