// The frontier: brings seeds to life when they are due, a bounded number at a time, and knows when nothing is left to do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/event_based_actor.hpp>
#include <caf/stateful_actor.hpp>
#include <map>
#include <set>
#include <string>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"

namespace laundromat {

/// A crawl that goes on. The handle keeps its actor: one that nobody holds and that waits for others would end.
struct live_seed {
  caf::actor handle;
  record_hash hash;
  std::string authority;
};

struct frontier_state {
  static constexpr const char* name = "frontier";

  environment_ptr env;
  engine_services services;
  caf::actor engine;
  std::map<caf::actor_addr, live_seed> live;
  std::set<record_hash> live_hashes;
  std::set<record_hash> parked;  ///< fell over too often; left alone until the next start
  std::map<std::string, std::uint32_t> per_authority;
  bool asking = false, ask_again = false;
  bool resuming = true;  ///< until every tree that a former run left unfinished was taken up
  record_hash resumed_to;
  bool draining = false;

  explicit frontier_state(caf::event_based_actor*) {}
};

using frontier_ptr = caf::stateful_actor<frontier_state>*;

/// In:  tick, answers of journal (what is due) and politeness scheduler (who is busy), down of seeds, drain.
/// Out: seeds; idle to the engine when nothing is due and nothing lives.
/// Spawned by the engine. Its state is only what lives: it can be restarted and asks the journal again.
caf::behavior frontier(frontier_ptr self, environment_ptr env, engine_services services, caf::actor engine);

}  // namespace laundromat
