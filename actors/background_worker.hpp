// The actor that makes the steps of a piece of background work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <memory>

#include "actors/background_work.hpp"
#include "actors/environment.hpp"

namespace laundromat {

struct background_worker_state {
  static constexpr const char* name = "background-worker";

  environment_ptr env;
  std::string name_of_work;
  std::unique_ptr<background_work> work;
  timestamp paused_until{};
};

using background_worker_ptr = background_worker_actor::stateful_pointer<background_worker_state>;

/// Messages: `background_worker_actor` in `messages/interfaces.hpp`. Spawned by the engine, which drains when it ends; detached, because a step may take long.
/// Makes a step each second; after a fault of this machine the next one half a minute later.
background_worker_actor::behavior_type background_worker(background_worker_ptr self, environment_ptr env,
                                                         const background_part& part);

}  // namespace laundromat
