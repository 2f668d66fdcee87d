// The machine watch: pauses all work while our own machine cannot do it, and lets entries try again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <optional>
#include <vector>

#include "actors/environment.hpp"

namespace laundromat {

/// An entry that met a fault of the machine.
struct waiting_for_machine {
  caf::typed_response_promise<bool> promise;
  timestamp since{}, not_before{};
  std::optional<std::uint64_t> free_bytes;  ///< at the first reading after the fault
};

/// Messages: `watch_actor` in `messages/interfaces.hpp`. Spawned by the engine, which drains when it ends. Reads the state of the machine
/// each second. Sets `environment::paused`, which stops the dispatchers, from a fault until the machine can work again. The entry itself
/// waits longer, twice as long after each fault in a row, unless space is freed: a document that needs more space than there is does not
/// stop the others. Logs a fault at once and then every minute.
struct watch_state {
  static constexpr const char* name = "machine watch";

  environment_ptr env;
  reporter_actor reporter;
  std::vector<waiting_for_machine> waiting;
  failure last_fault;
  machine_reading seen;  ///< the last reading
  timestamp logged_at{};
  bool was_in_trouble = false;
  bool draining = false;
  std::string shown;
  std::optional<std::string> shown_intake =
      {};  ///< nothing before the first reading: the engine has told the reporter before
};

/// Stops the begin of crawls when there is too little free space, before the actor has read it first. Called by the engine. Returns why, for the reporter; empty:
/// they begin.
[[nodiscard]] std::string watch_intake_before_start(environment& env);

watch_actor::behavior_type machine_watch(watch_actor::stateful_pointer<watch_state> self, environment_ptr env,
                                         reporter_actor reporter);

}  // namespace laundromat
