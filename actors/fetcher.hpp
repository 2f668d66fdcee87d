// The fetcher: one actor that does all downloads of this process in one transfer loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// In:  jobs under leases, robots jobs of the politeness scheduler, poll.
/// Out: outcomes with every hop; releases and further permit requests to the politeness scheduler; a pull for each free transfer.
/// Spawned detached by the fetch dispatcher; dies with it. Holds up to `pools.transfers` transfers.
/// `reads_robots`: registers as the one fetcher that reads robots.txt for the politeness scheduler.
[[nodiscard]] fetcher_factory make_fetcher(environment_ptr env, bool reads_robots = true);

}  // namespace laundromat
