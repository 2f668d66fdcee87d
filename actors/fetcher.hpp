// The fetcher: one actor that does all downloads of this process in one transfer loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// Messages: `fetcher_actor` in `messages/interfaces.hpp`. Spawned detached by the fetch dispatcher, or by a node; ends with the
/// dispatcher. Holds up to `pools.transfers` transfers.
/// `reads_robots`: registers as the one fetcher that reads robots.txt for the politeness scheduler.
[[nodiscard]] fetcher_factory make_fetcher(environment_ptr env, bool reads_robots = true);

}  // namespace laundromat
