// The guest: a machine that joined an engine, as that engine knows it.
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
struct guest_observer {
  virtual ~guest_observer() = default;
  virtual void joined(const washer_id& as) = 0;
  /// `configuration`: it makes no sense to come again. Else the engine is gone, or has let this machine go.
  virtual void parted(const failure& why) = 0;
  virtual void finished(stage which, bool is_done) = 0;
};

/// Makes what the hands share, when an engine says what its campaign wants.
using workshop_factory = std::function<result<std::shared_ptr<workshop>>(const washing_terms&)>;
using hand_factory = std::function<hand_actor(caf::local_actor*, std::shared_ptr<workshop>, caf::actor)>;

/// In:  hello (an engine was reached), grants of the engine, done of the hands, leave, tick.
/// Out: hello, reports, results and leave to the engine; grants to the hands.
/// The rules are those of `washer_desk`. What is in work when the engine goes is finished, and offered to the next one, which refuses it
/// when it is not the same: then it is counted there. An engine with another campaign gets new hands. Ends behind `leave` when nothing is
/// in work.
[[nodiscard]] guest_actor spawn_guest(caf::actor_system& system, washer_hello hello,
                                      workshop_factory make_shop, std::shared_ptr<guest_observer> observer,
                                      hand_factory make_hand = spawn_hand);

}  // namespace laundromat
