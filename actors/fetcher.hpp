// The fetcher: one actor drives all transfers of this process through one loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// In:  jobs under leases, robots jobs of the gate, pump.
/// Out: outcomes with every hop; releases and further admissions to the gate; a pull for each free transfer.
/// Spawned detached by the fetch dispatcher; dies with it. Holds up to `pools.transfers` transfers.
/// `reads_robots`: it does so for the gate, which has one fetcher for that.
[[nodiscard]] fetcher_factory make_fetcher(environment_ptr env, bool reads_robots = true);

}  // namespace laundromat
