// A seed: the actor of one crawl of one URI, from `added` to `downloading` and back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"
#include "core/records/crawl_pace.hpp"

namespace laundromat {

struct seed_state {
  static constexpr const char* name = "seed";

  environment_ptr env;
  engine_services services;
  seed_record record;
  record_hash root;  ///< the download of this crawl
  crawl_start start = crawl_start::stored;
  watched_supervisor parent;
  entry_actor child;  ///< the root entry; the handle keeps its actor alive
  restart_budget budget{record_restarts};
};

using seed_ptr = seed_actor::stateful_pointer<seed_state>;

/// Messages: `seed_actor` in `messages/interfaces.hpp`. Spawned by the frontier, and ends with it. The seed is due, or has an unfinished
/// download (`root`), or its whole tree is finished (`root` is null and the status `downloading`). Ends without reason when the crawl has
/// ended, with `passivated()` when its download is to be continued later.
seed_actor::behavior_type seed(seed_ptr self, environment_ptr env, engine_services services,
                               seed_record record, entry_record root, crawl_start start,
                               frontier_actor parent);

}  // namespace laundromat
