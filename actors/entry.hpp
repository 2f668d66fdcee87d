// An entry: one file on its way from download to clean document. Its behaviour is its status.
// SPDX-License-Identifier: Apache-2.0
//
//   downloading ── filed ── unarchiving ─┬─ unarchived ── guessing ── guessed ── parsing ── parsed
//        │                               └─ depleted: supervises the members of the archive
//        └─ retry later: passivates, and is revived from its row
//
// Waiting statuses claim a worker, working statuses hold a lease. Every arrow is committed before it is walked. Where a worker did more
// than one stage, each is claimed and stored in its turn all the same, without a worker.
#pragma once

#include <caf/event_based_actor.hpp>
#include <caf/stateful_actor.hpp>
#include <deque>
#include <map>
#include <variant>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"

namespace laundromat {

/// A member of an archive at work, kept by this handle.
struct live_member {
  caf::actor handle;
  record_hash hash;
};

struct entry_state {
  static constexpr const char* name = "entry";

  environment_ptr env;
  engine_services services;
  caf::actor_addr parent;
  entry_record record;               ///< as last committed
  std::uint64_t held_lease = 0;      ///< 0: none
  std::uint32_t machine_faults = 0;  ///< in a row: of our own machine
  bool was_handed_back = false;      ///< the first try of a download is over, and was not counted
  std::uint64_t permit = 0;          ///< of the politeness scheduler, for the first request of a download
  std::string place;                 ///< where that has its slot
  /// What a worker did of the next stage, and of those behind it. Its files go with it, unless the journal gets it.
  std::variant<std::monostate, unpack_outcome, guess_outcome, parse_outcome> fused;

  // Only while `depleted`:
  std::map<caf::actor_addr, live_member> children;
  std::deque<entry_record> ready;  ///< members read from the journal that wait for their actor
  std::uint64_t next_ordinal = 0;
  bool all_read = false, reading = false;
  bool left_behind = false;  ///< a member passivated, so this archive cannot rest
  restart_budget budget{record_restarts};

  explicit entry_state(caf::event_based_actor*) {}
  ~entry_state();
};

using entry_ptr = caf::stateful_actor<entry_state>*;

/// In:  outcomes of workers, answers of journal, politeness scheduler and dispatchers; lost (its lease ended); down of members.
/// Out: changes to the journal, claims, jobs to the worker that was granted.
/// Spawned by a seed, or by the archive it lies in; dies with it. Ends without reason when it and everything below it rests, and
/// with `cancelled` when it waits for another day: its row says where it stands. A worker that dies with the entry in
/// hand costs an attempt; the third crash ends the entry as `poison`. What our own machine suffers costs nothing: the entry goes back to
/// where it waited, and on when the watch says so.
caf::behavior entry(entry_ptr self, environment_ptr env, engine_services services, entry_record record,
                    caf::actor parent);

/// The reason with which an actor ends whose record does not rest.
[[nodiscard]] caf::error passivated();

}  // namespace laundromat
