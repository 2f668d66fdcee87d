// The engine: the root supervisor, which spawns the tree of supervision.hpp and ends it in order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/event_based_actor.hpp>
#include <caf/stateful_actor.hpp>

#include "actors/dispatcher.hpp"
#include "actors/environment.hpp"
#include "actors/reporter.hpp"
#include "actors/supervision.hpp"

namespace laundromat {

class journal;

/// Spawns a fetcher; it asks the politeness scheduler before each redirect.
using fetcher_factory = std::function<caf::actor(caf::local_actor*, dispatcher_actor, politeness_actor)>;

/// What the engine is made of: the real thing, or a test's.
struct engine_parts {
  std::shared_ptr<journal> db;
  std::shared_ptr<run_observer> observer;
  fetcher_factory make_fetcher;
  worker_factory make_unpacker, make_guesser, make_parser;
  /// The journal blocks on the disk and gets a thread; tests under virtual time have none.
  bool detached = true;
  bool once = false;  ///< stop when nothing is due
  /// Opens the engine for other machines; unset: nobody joins. Answers the actors to end with it. Errors: what keeps it from listening.
  std::function<result<std::vector<caf::actor>>(caf::local_actor*, const engine_services&)> open_cluster;
};

/// How long work in progress may take after the first signal.
inline constexpr seconds drain_patience{30};

enum class engine_phase : std::uint8_t { running, draining, stopping };

struct engine_state {
  static constexpr const char* name = "engine";

  environment_ptr env;
  engine_parts parts;
  engine_services services;
  reporter_actor display;
  caf::actor frontier;
  std::vector<caf::actor> cluster;
  restart_budget frontier_budget{frontier_restarts};
  engine_phase phase = engine_phase::running;
  caf::error reason;  ///< none: as the user wished

  explicit engine_state(caf::event_based_actor*) {}
};

using engine_ptr = caf::stateful_actor<engine_state>*;

/// In:  drain (a signal), idle (the frontier has nothing left), tick (patience), down of its children.
/// Out: drain to frontier, dispatchers and politeness scheduler; stop to reporter and journal.
/// Ends without reason after an orderly stop, else with the failure that no restart could mend.
caf::behavior engine(engine_ptr self, environment_ptr env, engine_parts parts);

}  // namespace laundromat
