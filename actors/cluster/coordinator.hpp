// The coordinator: it represents all worker nodes together as one worker of each dispatcher.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "actors/environment.hpp"
#include "core/leases/lease_scheduler.hpp"
#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// Called with the state of all nodes when it has changed, and regularly.
using cluster_observer = std::function<void(const lease_scheduler&, timestamp now)>;

/// Messages: `coordinator_actor` in `messages/cluster_interfaces.hpp`. The rules are those of `lease_scheduler`. Spawned by the engine, which
/// publishes it; ends with the engine and with the file server. The leases of a node end when it dies or is silent for `longest_silence`.
[[nodiscard]] coordinator_actor spawn_coordinator(caf::local_actor* parent, environment_ptr env,
                                                  engine_services services, file_server_actor file_server,
                                                  cluster_observer observer);

}  // namespace laundromat
