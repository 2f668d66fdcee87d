// The node actor: it receives leases from an engine and gives their jobs to executors.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <deque>
#include <functional>
#include <memory>

#include "actors/cluster/executor.hpp"
#include "core/leases/received_leases.hpp"

namespace laundromat {

/// Receives the events of a node.
struct node_observer {
  virtual ~node_observer() = default;
  virtual void joined(const node_id& as) = 0;
  /// The connection ended, or the engine has removed the node. `configuration`: joining again is of no use.
  virtual void parted(const failure& why) = 0;
  virtual void finished(stage which, bool is_done) = 0;
};

/// Makes the context of the executors from the terms of an engine.
using executor_context_factory =
    std::function<result<std::shared_ptr<executor_context>>(const washing_terms&)>;
using executor_factory =
    std::function<executor_actor(caf::local_actor*, std::shared_ptr<executor_context>, caf::actor)>;

/// Messages: `node_actor` in `messages/cluster_interfaces.hpp`. Spawned by the program. The rules are those of `received_leases`. When the
/// engine is gone, jobs in progress are finished and their results are sent to the next engine; another engine refuses them and counts them
/// as stale. An engine with another campaign gets new executors. Ends after `leave` when no job is in progress.
[[nodiscard]] node_actor spawn_node(caf::actor_system& system, node_handshake handshake,
                                    executor_context_factory make_context,
                                    std::shared_ptr<node_observer> observer,
                                    executor_factory make_executor = spawn_executor);

}  // namespace laundromat
