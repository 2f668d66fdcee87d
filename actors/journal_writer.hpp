// The journal writer: the only actor that uses the database; it commits changes in groups.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <map>
#include <vector>

#include "actors/environment.hpp"
#include "storage/compaction/data_erasure.hpp"
#include "storage/journal/journal.hpp"
#include "storage/journal/seed_batch.hpp"

namespace laundromat {

/// Changes that wait for COMMIT together, and the answer to their sender.
struct pending_letter {
  std::vector<change> changes;
  caf::typed_response_promise<committed> promise;
};

/// An attempt of a download that is counted before it is made.
struct pending_attempt {
  record_hash entry;
  caf::typed_response_promise<committed> promise;
};

/// Seeds that may start when the journal has remembered them, so that a crash tells which were live.
struct pending_start {
  due_work work;
  caf::typed_response_promise<due_work> promise;
};

/// Seeds of a list that are being stored.
struct pending_list {
  std::shared_ptr<seed_batch_writer> writer;
  caf::typed_response_promise<seeds_added> promise;
};

/// Messages: `journal_actor` in `messages/interfaces.hpp`. Spawned detached by the engine. The changes that arrive during one COMMIT are
/// the next group. Bodies and clean files are made durable before the COMMIT that names them. When a fault of the machine (no space,
/// descriptors or memory, an I/O error) prevents that, all senders wait and the group is tried again each second. A failed sync must not be
/// tried again: it and any other failure of the database end the actor, and with it the engine. Between commits, and at least once a second, it
/// makes a step of its upkeep: what a takedown has taken out of the journal is removed from the disk (`data_erasure`), then segments of which little is
/// in use are rewritten, and bodies are removed as the campaign says (`body_retention`).
struct journal_state {
  static constexpr const char* name = "journal";

  environment_ptr env;
  std::shared_ptr<journal> db;
  reporter_actor reporter;
  std::vector<pending_letter> letters;
  std::vector<pending_attempt> attempts;
  std::vector<pending_start> starts;
  std::optional<pending_list> list;  ///< of which a piece is stored at a time
  bool was_list_last = false;
  bool piece_asked = false;
  std::vector<record_hash> live;             ///< seeds, to be remembered in the open group
  seed_set cut_off;                          ///< seeds that were live when the engine before crashed
  std::map<std::string, host_record> hosts;  ///< the newest state of each
  std::vector<announcements> found;          ///< by no document
  std::vector<segment_end> raw_ends;         ///< of the segments of the raw store, in the open group
  timestamp generation_began{};        ///< when the generation of the journal began, see `begin_generation`
  std::int64_t steering_version = -1;  ///< of the rules that are in force; -1: none were read yet
  std::uint32_t looks_at_refused = 0;  ///< still to come, after a rule was lifted
  bool is_following_noted = false;     ///< what is followed now is stored
  std::string used_budget;             ///< of the campaign, as it was reported last
  bool flush_asked = false;
  std::size_t last_group = 0;                     ///< letters in the group before
  std::optional<segment_compactor> compactor;     ///< where documents are removed
  std::optional<body_retention> retention;        ///< unset until the campaign limits bodies
  timestamp retention_began{}, next_retention{};  ///< of the newest pass, and the time of the next one
  timestamp next_size_retention{};      ///< before which no pass begins because of what was received
  std::uint64_t received_bytes = 0;     ///< of bodies, since the newest pass began
  std::optional<data_erasure> erasure;  ///< unset until something was taken down
  timestamp next_erasure{};             ///< before which no pass begins
  std::optional<timestamp> takedown_seen =
      timestamp{};  ///< when a takedown was first seen to be unfinished; at the start: long ago
  bool step_asked = false;
  bool was_compacting = false;         ///< in the last step
  std::uint32_t postponed_steps = 0;   ///< in a row, because of other work
  std::uint32_t full_disk_rounds = 0;  ///< in a row

  /// Whether there is something to commit.
  [[nodiscard]] bool has_changes() const {
    return !letters.empty() || !attempts.empty() || !starts.empty() || !hosts.empty() || !found.empty();
  }
};

journal_actor::behavior_type journal_writer(journal_actor::stateful_pointer<journal_state> self,
                                            environment_ptr env, std::shared_ptr<journal> db,
                                            reporter_actor reporter);

}  // namespace laundromat
