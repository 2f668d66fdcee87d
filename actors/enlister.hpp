// The enlister: reads the seed list of the campaign piece by piece, and has the journal store what is new.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <functional>

#include "core/base/result.hpp"
#include "messages/interfaces.hpp"

namespace laundromat {

/// A piece of the seed list, without the seeds that the journal is known to have.
struct seed_piece {
  std::vector<seed_request> seeds;
  std::uint64_t known = 0;  ///< how many were left out
  bool is_last = false;
};

/// Returns the next piece of the list, of at most `limit` lines. Called by one thread at a time. Errors: the list cannot be read any further.
using seed_source = std::function<result<seed_piece>(std::size_t limit)>;

struct enlister_state {
  static constexpr const char* name = "enlister";

  seed_source source;
  journal_actor journal;
  engine_actor engine;
  seeds_added so_far;
};

using enlister_ptr = enlister_actor::stateful_pointer<enlister_state>;

/// Messages: `enlister_actor` in `messages/interfaces.hpp`. Spawned by the engine; it waits for the disk. Ends after the last piece, or with the
/// error of the source or the journal. What a stop leaves is listed by the next run, which compares the whole list. Memory: one piece.
enlister_actor::behavior_type enlister(enlister_ptr self, seed_source source, journal_actor journal,
                                       engine_actor engine);

}  // namespace laundromat
