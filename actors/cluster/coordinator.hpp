// The lender: all joined machines together, as one worker of each dispatcher.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "actors/environment.hpp"
#include "core/leases/lease_scheduler.hpp"
#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// Shown who is in, whenever something changed and now and then.
using cluster_observer = std::function<void(const lease_book&, timestamp now)>;

/// In:  hello, report, result and leave of joined machines; jobs of entries, under leases of the dispatchers.
/// Out: grants; pulls, recalls and ends of leases to the dispatchers; permits to the freight.
/// The rules are those of `lease_book`. Spawned by the engine, which publishes it; dies with it, and with the freight.
[[nodiscard]] lender_actor spawn_lender(caf::local_actor* parent, environment_ptr env, colleagues team,
                                        freight_actor freight, cluster_observer observer);

}  // namespace laundromat
