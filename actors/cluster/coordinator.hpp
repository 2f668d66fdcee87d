// The coordinator: all joined machines together, as one worker of each dispatcher.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "actors/environment.hpp"
#include "core/leases/lease_scheduler.hpp"
#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// Shown who is in, whenever something changed and now and then.
using cluster_observer = std::function<void(const lease_scheduler&, timestamp now)>;

/// In:  handshake, report, result and leave of joined machines; jobs of entries, under leases of the dispatchers.
/// Out: grants; pulls, rescinds and ends of leases to the dispatchers; grants to the file server.
/// The rules are those of `lease_scheduler`. Spawned by the engine, which publishes it; dies with it, and with the file server.
[[nodiscard]] coordinator_actor spawn_coordinator(caf::local_actor* parent, environment_ptr env,
                                                  engine_services services, file_server_actor file_server,
                                                  cluster_observer observer);

}  // namespace laundromat
