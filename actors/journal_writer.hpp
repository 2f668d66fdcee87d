// The journal's actor: the only owner of the database, committing in groups.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <map>
#include <vector>

#include "actors/environment.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// A change whose sender waits for COMMIT.
struct pending_change {
  change asked;
  caf::typed_response_promise<committed> promise;
};

/// A try that is counted before it is made.
struct pending_attempt {
  record_hash entry;
  caf::typed_response_promise<committed> promise;
};

/// In:  commit, attempt, add, due, children, lookup, save, flush, stop.
/// Out: `committed` after COMMIT; transitions to the reporter.
/// Spawned detached by the engine. Natural group commit: what arrives while a COMMIT is under way makes the next
/// group. Bodies and clean files are made durable before the COMMIT that names them. A machine that cannot, for want of room, descriptors or memory or
/// because a disk refuses, makes everybody wait: the group is tried again each second. A failed sync, which must not be tried again, and any
/// other failure of the database end the actor, and with it the engine.
struct journal_state {
  static constexpr const char* name = "journal";

  environment_ptr env;
  std::shared_ptr<journal> db;
  reporter_actor reporter;
  std::vector<pending_change> changes;
  std::vector<pending_attempt> attempts;
  std::map<std::string, host_record> hosts;  ///< the newest of each
  timestamp generation_began{};              ///< of the journal, see `begin_generation`
  bool flush_asked = false;
  std::uint32_t full_disk_rounds = 0;  ///< in a row
};

journal_actor::behavior_type journal_writer(journal_actor::stateful_pointer<journal_state> self,
                                            environment_ptr env, std::shared_ptr<journal> db,
                                            reporter_actor reporter);

}  // namespace laundromat
