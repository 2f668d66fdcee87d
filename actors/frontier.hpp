// The frontier: starts seeds when they are due, a bounded number at a time, and detects when no work is left.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <map>
#include <set>
#include <string>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"
#include "core/records/crawl_pace.hpp"

namespace laundromat {

/// A crawl in progress. The handle keeps its actor alive.
struct live_seed {
  seed_actor handle;
  record_hash hash;
  std::string authority;
  timestamp since{};
  bool is_stored = false;  ///< what it has made ahead of the journal is stored, or asked to be
};

struct frontier_state {
  static constexpr const char* name = "frontier";

  environment_ptr env;
  engine_services services;
  engine_actor engine;
  std::map<caf::actor_addr, live_seed> live;
  std::set<record_hash> live_hashes;
  std::set<record_hash> parked;         ///< crashed too often; not started again until the next run
  std::size_t live_at_last_answer = 0;  ///< `live_crawls::at_last_answer` of all
  std::map<std::string, live_crawls> per_authority;
  std::uint64_t begun = 0;      ///< crawls, since the frontier was started
  std::uint32_t asked_for = 0;  ///< seeds at most, by the last question
  bool asking = false, ask_again = false;
  bool asked_while_live = false;  ///< the last question: hosts that were full then may have due seeds
  bool resuming = true;           ///< until all unfinished trees of former runs are started
  record_hash resumed_to;
  bool draining = false;
};

using frontier_ptr = frontier_actor::stateful_pointer<frontier_state>;

/// Messages: `frontier_actor` in `messages/interfaces.hpp`. Spawned by the engine. A seed that crashes too often is not started again in
/// this run. Ends when the journal or the politeness scheduler does not answer. It keeps only live seeds, so it can be restarted: then it
/// asks the journal again.
frontier_actor::behavior_type frontier(frontier_ptr self, environment_ptr env, engine_services services,
                                       engine_actor engine);

}  // namespace laundromat
