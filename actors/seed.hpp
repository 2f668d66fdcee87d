// A seed: one crawl of one URI, from `added` to `downloading` and back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/event_based_actor.hpp>
#include <caf/stateful_actor.hpp>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"

namespace laundromat {

struct seed_state {
  static constexpr const char* name = "seed";

  environment_ptr env;
  engine_services services;
  seed_record record;
  record_hash root;  ///< the download of this crawl
  caf::actor_addr parent;
  caf::actor child;  ///< the root entry, kept by this handle
  restart_budget budget{record_restarts};

  explicit seed_state(caf::event_based_actor*) {}
};

using seed_ptr = caf::stateful_actor<seed_state>*;

/// In:  answers of the journal, down of its root entry.
/// Out: came_due and crawl_ended to the journal.
/// Spawned by the frontier, with which it dies, with a seed that is due, that has an unfinished download (`root` names it), or whose tree
/// rests already (`root` is null and the status `downloading`). Ends without reason when the crawl ended, with
/// `cancelled` when its download waits for another day.
caf::behavior seed(seed_ptr self, environment_ptr env, engine_services services, seed_record record,
                   entry_record root, caf::actor parent);

}  // namespace laundromat
