// The node: a machine that joined an engine, as that engine knows it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <deque>
#include <functional>
#include <memory>

#include "actors/cluster/executor.hpp"
#include "core/leases/node_lease_table.hpp"

namespace laundromat {

/// What the program is told of its membership.
struct node_observer {
  virtual ~node_observer() = default;
  virtual void joined(const node_id& as) = 0;
  /// `configuration`: it makes no sense to come again. Else the engine is gone, or has let this machine go.
  virtual void parted(const failure& why) = 0;
  virtual void finished(stage which, bool is_done) = 0;
};

/// Makes what the executors share, when an engine says what its campaign wants.
using executor_context_factory =
    std::function<result<std::shared_ptr<executor_context>>(const washing_terms&)>;
using executor_factory =
    std::function<executor_actor(caf::local_actor*, std::shared_ptr<executor_context>, caf::actor)>;

/// In:  handshake (an engine was reached), grants of the engine, done of the executors, leave, tick.
/// Out: handshake, reports, results and leave to the engine; grants to the executors.
/// The rules are those of `node_lease_table`. What is in work when the engine goes is finished, and offered to the next one, which refuses it
/// when it is not the same: then it is counted there. An engine with another campaign gets new executors. Ends behind `leave` when nothing is
/// in work.
[[nodiscard]] node_actor spawn_node(caf::actor_system& system, node_handshake handshake,
                                    executor_context_factory make_context,
                                    std::shared_ptr<node_observer> observer,
                                    executor_factory make_executor = spawn_executor);

}  // namespace laundromat
