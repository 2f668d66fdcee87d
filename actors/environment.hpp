// What all actors of one engine share: campaign, stores, clock, and the flags that pause or stop them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <caf/actor_clock.hpp>
#include <caf/local_actor.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/machine_reading.hpp"
#include "core/base/time.hpp"
#include "core/campaign/campaign.hpp"
#include "core/monitoring/engine_meters.hpp"
#include "core/steering/steering_rules.hpp"
#include "messages/interfaces.hpp"

namespace laundromat {

class clean_publisher;
class clean_store;
class context_loader;
class raw_store;
class safe_folder;
class scratch_store;

/// Shared by all actors of an engine; only its atomics change.
struct environment {
  campaign settings;  ///< with which the engine was started; what is in force: `settings_in_force`
  std::atomic<const campaign*> reloaded{
      nullptr};  ///< the newest campaign that was read again; kept by `reload`
  std::vector<std::unique_ptr<const campaign>> all_reloaded;
  raw_store* raw = nullptr;
  scratch_store* scratch = nullptr;
  clean_store* clean = nullptr;
  clean_publisher* publisher = nullptr;  ///< used by the journal writer only; null on worker nodes
  context_loader* contexts = nullptr;
  const safe_folder* folder = nullptr;         ///< the data folder; in some tests null
  timestamp wall_epoch{};                      ///< the wall clock when the engine started …
  caf::actor_clock::time_point clock_epoch{};  ///< … and the steady clock of the actor system at that time
  bool runs_once = false;              ///< a seed that was crawled since `wall_epoch` is not due again
  std::atomic<bool> draining{false};   ///< no new work is started
  std::atomic<bool> cancelled{false};  ///< workers abandon their jobs
  std::atomic<std::uint32_t> live_entries{0};  ///< entry actors that exist
  engine_meters meters;  ///< what else is counted without a message; the reporter reads it
  /// Reads the state of the machine; `thoroughly` also tries again what has failed. Only the watch calls it, in its thread. Unset: no fault.
  std::function<machine_reading(bool thoroughly)> check_machine;
  std::atomic<bool> paused{false};  ///< our own machine cannot work: no worker is granted
  /// The newest rules of the operator, which the journal writer reads; null: none.
  std::atomic<std::shared_ptr<const steering_rules>> steering{};
  std::atomic<bool> intake_paused{false};  ///< too little free space for new crawls
  std::atomic<bool> journal_waits{
      false};  ///< the journal cannot commit for want of room: no worker is granted
};

/// Whether workers may be granted.
[[nodiscard]] inline bool may_work(const environment& env) {
  return !env.paused && !env.journal_waits;
}

/// The settings in force. The reference stays valid: a campaign that is replaced is kept, because others may be reading it.
[[nodiscard]] inline const campaign& settings_in_force(const environment& env) {
  const auto* newest = env.reloaded.load();
  return newest ? *newest : env.settings;
}
/// Puts other settings in force. Only the engine calls it.
inline void reload(environment& env, campaign newest) {
  env.all_reloaded.push_back(std::make_unique<const campaign>(std::move(newest)));
  env.reloaded = env.all_reloaded.back().get();
}

/// The newest rules of the operator.
[[nodiscard]] inline std::shared_ptr<const steering_rules> steering_of(const environment& env) {
  static const auto none = std::make_shared<const steering_rules>();
  auto rules = env.steering.load();
  return rules ? rules : none;
}

/// The actors to which seeds and entries send messages.
struct engine_services {
  journal_actor journal;
  politeness_actor politeness_scheduler;
  watch_actor watch;
  std::array<dispatcher_actor, all_stages.size()> dispatchers;  ///< by stage, fetch first

  [[nodiscard]] const dispatcher_actor& of(stage s) const {
    return dispatchers[static_cast<std::size_t>(s) - 1];
  }
};

using environment_ptr = std::shared_ptr<environment>;

/// The wall time, counted from the start of the engine by the steady clock. So jumps of the machine's clock have no effect, and tests can use
/// virtual time.
[[nodiscard]] inline timestamp now(const environment& env, caf::local_actor* self) {
  return env.wall_epoch + std::chrono::duration_cast<milliseconds>(self->clock().now() - env.clock_epoch);
}

}  // namespace laundromat
