// The enlister: reads the seed list of the campaign piece by piece, and has the journal store what is new.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <functional>

#include "core/base/result.hpp"
#include "messages/interfaces.hpp"
#include "storage/journal/seed_batch.hpp"

namespace laundromat {

/// A piece of the seed list, without the seeds that the journal is known to have.
struct seed_piece {
  std::vector<seed_request> seeds;  ///< of a small piece
  seed_batch batch = seed_batch{};  ///< of a large one
  std::uint64_t known = 0;          ///< how many were left out
  bool is_last = false;
};

/// Returns the next piece of the list, of at most `limit` lines, and of no more than a batch takes. Called by one thread at a time. Errors: the list cannot be read any further.
using seed_source = std::function<result<seed_piece>(std::size_t limit)>;

struct enlister_state {
  static constexpr const char* name = "enlister";

  seed_source source;
  journal_actor journal;
  engine_actor engine;
  seeds_added so_far;
  std::size_t limit = 0;           ///< of the next piece
  bool is_storing = false;         ///< the journal has a batch
  std::optional<seed_piece> next;  ///< read meanwhile
};

using enlister_ptr = enlister_actor::stateful_pointer<enlister_state>;

/// Messages: `enlister_actor` in `messages/interfaces.hpp`. Spawned by the engine; it waits for the disk. Ends after the last piece, or with the
/// error of the source or the journal. What a stop leaves is listed by the next run, which compares the list
/// again. Memory: two batches, because it reads one while the journal stores another.
enlister_actor::behavior_type enlister(enlister_ptr self, seed_source source, journal_actor journal,
                                       engine_actor engine);

}  // namespace laundromat
