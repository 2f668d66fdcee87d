// The harvester: keeps the graphs of providers up to date, beside the crawl that brings their dumps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <functional>
#include <memory>

#include "actors/environment.hpp"
#include "actors/harvest/provider_harvest.hpp"

namespace laundromat {

/// Makes the harvest of a campaign. Called once, by the thread of the harvester. Errors: why there can be none.
using harvest_factory = std::function<result<std::unique_ptr<provider_harvest>>(environment_ptr)>;

struct harvester_state {
  static constexpr const char* name = "harvester";

  environment_ptr env;
  std::unique_ptr<provider_harvest> harvest;
};

using harvester_ptr = harvester_actor::stateful_pointer<harvester_state>;

/// Messages: `harvester_actor` in `messages/interfaces.hpp`. Spawned by the engine, which drains when it ends; detached, because merging graphs and sending
/// them to stores takes long. Makes a step of `provider_harvest` each second. All that it knows is in the journal, so that it goes on after any stop.
harvester_actor::behavior_type harvester(harvester_ptr self, environment_ptr env,
                                         const harvest_factory& make);

}  // namespace laundromat
