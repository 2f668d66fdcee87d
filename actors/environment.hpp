// What every actor of one engine shares: the campaign, the stores, the clock, and the wish to stop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <caf/actor_clock.hpp>
#include <caf/local_actor.hpp>
#include <functional>
#include <memory>

#include "core/base/machine_reading.hpp"
#include "core/base/time.hpp"
#include "core/campaign/campaign.hpp"
#include "messages/interfaces.hpp"

namespace laundromat {

class clean_store;
class context_loader;
class raw_store;
class safe_folder;
class scratch_store;

/// Immutable but for its atomics; shared by all actors of an engine.
struct environment {
  campaign settings;
  raw_store* raw = nullptr;
  scratch_store* scratch = nullptr;
  clean_store* clean = nullptr;
  context_loader* contexts = nullptr;
  const safe_folder* folder = nullptr;         ///< of all data; in tests perhaps none
  timestamp wall_epoch{};                      ///< the wall clock when the engine started …
  caf::actor_clock::time_point clock_epoch{};  ///< … and the steady clock of the actor system at that moment
  std::atomic<bool> draining{false};           ///< nothing new is taken up
  std::atomic<bool> cancelled{false};          ///< workers give up their jobs
  std::atomic<std::uint32_t> live_entries{0};  ///< entry actors that exist
  /// How the machine is: called by the watch only, from its thread; `thoroughly` also tries what was refused. Unset: it is well.
  std::function<machine_reading(bool thoroughly)> check_machine;
  std::atomic<bool> paused{false};         ///< our own machine cannot work: no worker is granted
  std::atomic<bool> journal_waits{false};  ///< the journal has no room to commit: likewise
};

/// Whether workers may be granted.
[[nodiscard]] inline bool may_work(const environment& env) {
  return !env.paused && !env.journal_waits;
}

/// Whom seeds and entries talk to.
struct engine_services {
  journal_actor journal;
  politeness_actor politeness_scheduler;
  watch_actor watch;
  std::array<dispatcher_actor, 4> dispatchers;  ///< by stage, fetch first

  [[nodiscard]] const dispatcher_actor& of(stage s) const {
    return dispatchers[static_cast<std::size_t>(s) - 1];
  }
};

using environment_ptr = std::shared_ptr<environment>;

/// Wall time by the steady clock: a jump of the machine's clock moves nothing while the engine runs, and tests run
/// under virtual time.
[[nodiscard]] inline timestamp now(const environment& env, caf::local_actor* self) {
  return env.wall_epoch + std::chrono::duration_cast<milliseconds>(self->clock().now() - env.clock_epoch);
}

}  // namespace laundromat
