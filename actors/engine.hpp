// The engine: the root supervisor, which starts the actors of supervision.hpp and stops them in order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <optional>

#include "actors/background_worker.hpp"
#include "actors/dispatcher.hpp"
#include "actors/enlister.hpp"
#include "actors/environment.hpp"
#include "actors/reporter.hpp"
#include "actors/supervision.hpp"

namespace laundromat {

class journal;

/// Spawns a fetcher; it asks the politeness scheduler before each redirect.
using fetcher_factory = std::function<caf::actor(caf::local_actor*, dispatcher_actor, politeness_actor)>;

/// A campaign that was read again, and its seed list.
struct reloaded_campaign {
  campaign settings;
  seed_source seeds;
};

/// The keys of a campaign that differ, with their values, for the log.
using campaign_comparison =
    std::function<std::vector<std::string>(const campaign& before, const campaign& after)>;

/// What differs between a run and a test of the engine.
struct engine_parts {
  std::shared_ptr<journal> db;
  std::shared_ptr<run_observer> observer;
  seed_source seeds;  ///< the seed list of the campaign
  fetcher_factory make_fetcher;
  worker_factory make_unpacker, make_guesser, make_parser;
  /// Gives the journal, the enlister and the watch threads of their own, because they wait for the disk. False in tests under virtual time.
  bool detached = true;
  bool once = false;  ///< stop when no seed is due
  /// Reads the campaign again; unset: it cannot be. Errors: why it is not valid, or that nothing of it can be put in force.
  std::function<result<reloaded_campaign>()> read_again;
  campaign_comparison compare_campaigns = {};  ///< unset: the log does not say what a reload has changed
  background_parts background = {};            ///< work beside the crawl, such as a harvest
  /// Lets worker nodes join; unset: no node can join. Returns the actors that the engine must stop. Errors: why it cannot listen.
  std::function<result<std::vector<caf::actor>>(caf::local_actor*, const engine_services&)> open_cluster;
};

/// How long work in progress may take after the first signal.
inline constexpr seconds drain_timeout{30};

enum class engine_phase : std::uint8_t { running, draining, stopping };

struct engine_state {
  static constexpr const char* name = "engine";

  environment_ptr env;
  engine_parts parts;
  engine_services services;
  reporter_actor reporter;
  enlister_actor enlister;  ///< null when it has ended
  frontier_actor frontier;
  std::vector<background_worker_actor> background;  ///< one for each of `parts.background`
  bool asks_background = false;                     ///< whether a run may end
  /// Crawls that had begun when no work in the background had more to do; unset: there is some.
  std::optional<std::uint64_t> begun_when_done;
  std::vector<caf::actor> cluster;
  restart_budget frontier_budget{frontier_restarts};
  engine_phase phase = engine_phase::running;
  caf::error reason;  ///< none: the user stopped it
};

using engine_ptr = engine_actor::stateful_pointer<engine_state>;

/// Messages: `engine_actor` in `messages/interfaces.hpp`. Spawned by the program. A frontier that ends is restarted within its budget; the
/// end of the journal stops the engine at once, that of the reporter costs only the display, and that of another child lets work in
/// progress finish first. Ends without reason after an orderly stop, else with the failure for which no restart was left.
engine_actor::behavior_type engine(engine_ptr self, environment_ptr env, engine_parts parts);

}  // namespace laundromat
