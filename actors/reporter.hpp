// The reporter: counts committed events and shows progress.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/environment.hpp"

namespace laundromat {

/// The display. Only the reporter's thread calls it.
class run_observer {
 public:
  virtual ~run_observer() = default;
  /// A record is finished, or will be tried again.
  virtual void on_fact(const reported_transition& fact) = 0;
  /// Called several times a second while the counts change.
  virtual void on_counts(const run_counts& counts) = 0;
  /// Called once a second, also while nothing changes: a sign that the engine handles messages.
  virtual void on_pulse(const run_counts& counts) { (void)counts; }
};

/// Messages: `reporter_actor` in `messages/interfaces.hpp`. Spawned by the engine, and ends with it; when the reporter ends only the display is
/// lost.
struct reporter_state {
  static constexpr const char* name = "reporter";

  environment_ptr env;
  std::shared_ptr<run_observer> observer;
  run_counts counts;
  bool changed = true;
  std::uint32_t ticks = 0;
};

reporter_actor::behavior_type reporter(reporter_actor::stateful_pointer<reporter_state> self,
                                       environment_ptr env, std::shared_ptr<run_observer> observer);

/// Adds one committed transition to the counts. Pure.
void count(run_counts& counts, const reported_transition& fact);

}  // namespace laundromat
