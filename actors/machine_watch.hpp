// The watch over our own machine: nothing is handed out while it cannot work, and no document pays for that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <vector>

#include "actors/environment.hpp"

namespace laundromat {

/// An entry whose work the machine could not do.
struct waiting_for_machine {
  caf::typed_response_promise<bool> promise;
  timestamp since{}, not_before{};
  std::optional<std::uint64_t> free_bytes;  ///< when it was first looked at after the fault
};

/// In:  wait (an entry met a fault of the machine), tick, drain.
/// Out: the answer that another try is worth it; what the machine suffers from, to the reporter.
/// Spawned by the engine. Looks at the machine each second; pauses the dispatchers through `environment::paused` from the fault on until
/// the machine can work. Each entry is held back for longer than that, twice as long after each fault in a row, unless somebody makes
/// room: one document that wants more than there is does not stop the others. Says what is wrong at once, and then every minute.
struct watch_state {
  static constexpr const char* name = "machine watch";

  environment_ptr env;
  reporter_actor reporter;
  std::vector<waiting_for_machine> waiting;
  failure last_fault;
  machine_reading seen;  ///< when it last looked
  timestamp said_at{};
  bool was_in_trouble = false;
  bool draining = false;
  std::string shown;
};

watch_actor::behavior_type machine_watch(watch_actor::stateful_pointer<watch_state> self, environment_ptr env,
                                         reporter_actor reporter);

}  // namespace laundromat
