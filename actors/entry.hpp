// An entry: the actor that takes one file from download to clean document. Its behaviour is its status.
// SPDX-License-Identifier: Apache-2.0
//
//   downloading ── filed ── unarchiving ─┬─ unarchived ── guessing ── guessed ── parsing ── parsed
//        │                               └─ depleted: supervises the members of the archive
//        └─ retry later: the actor ends, and is started again from its row when it is due
//
// In a waiting status the entry claims a worker, in a working status it holds a lease. Each transition is committed before the entry makes it,
// except the body of a small document that was never crawled before, and its claim, which are committed with what came of them. A small
// download is handed over with its job, and waits until that is done. What a worker did at once is stored at once, and the crawl of the seed
// ends in the transaction in which its only document does.
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <deque>
#include <map>
#include <optional>
#include <variant>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"
#include "core/records/change.hpp"

namespace laundromat {

/// A live member of an archive. The handle keeps its actor alive.
struct live_member {
  entry_actor handle;
  record_hash hash;
};

struct entry_state {
  static constexpr const char* name = "entry";

  environment_ptr env;
  engine_services services;
  watched_supervisor parent;
  entry_record record;        ///< as last committed, and as claimed
  std::vector<change> ahead;  ///< made, but not stored yet: they are stored before the next change
  std::optional<content_digest> previous;  ///< `parse_job::previous`; nothing until the journal has said it
  std::uint64_t held_lease = 0;            ///< 0: none
  std::uint32_t machine_faults = 0;        ///< in a row, of our own machine
  bool was_returned =
      false;                 ///< the first attempt of a download ended by a machine fault and was not counted
  std::uint64_t permit = 0;  ///< from the politeness scheduler, for the first request of a download
  std::string place;         ///< `permit_answer::place`
  /// The fused result of the next stage and the stages after it. Its files are removed with it unless it is stored.
  std::variant<std::monostate, unpack_outcome, guess_outcome, parse_outcome> fused;

  // Only while `depleted`:
  std::map<caf::actor_addr, live_member> children;
  std::deque<entry_record> ready;  ///< members that have no actor yet
  std::uint64_t next_ordinal = 0;
  bool all_read = false, reading = false;
  bool left_behind = false;  ///< a member ended unfinished, so the archive is not finished
  restart_budget budget{record_restarts};

  entry_state() = default;
  ~entry_state();
};

using entry_ptr = entry_actor::stateful_pointer<entry_state>;

/// `previous`: `parse_job::previous`, when it is known. Messages: `entry_actor` in `messages/interfaces.hpp`. Spawned by its parent: a seed, or
/// the entry of the archive that contains it; ends with its parent. Ends without reason when it and all entries below it are finished, with
/// `crawl_is_over()` when the journal has ended the crawl of its seed with it, and with `passivated()` when it is to be continued
/// later from its row. A worker that crashes costs the entry an attempt; the third crash ends the entry as `poison`. A fault of our own
/// machine costs nothing: the entry returns to the waiting status and continues when the watch answers.
entry_actor::behavior_type entry(entry_ptr self, environment_ptr env, engine_services services,
                                 entry_record record, std::optional<content_digest> previous,
                                 std::vector<change> ahead, const caf::strong_actor_ptr& parent);

/// The reason with which an actor ends whose record is to be continued later.
[[nodiscard]] caf::error passivated();
/// The reason with which a download ends after whose last change the journal has ended the crawl of its seed.
[[nodiscard]] caf::error crawl_is_over();

}  // namespace laundromat
