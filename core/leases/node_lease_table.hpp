// The leases that a node holds: its side of the protocol, without a message, an actor or a clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "core/leases/protocol.hpp"

namespace laundromat {

/// Keeps the leases of one node from their grant until the engine says that they are over.
///
///     take ─► in work ─► finished ─► (over) forgotten
///               └──────── (over) ───► to be cancelled
class node_lease_table {
 public:
  explicit node_lease_table(const std::array<std::uint32_t, stage_count>& slots) : room_(slots) {}

  /// Whether to begin. Not when the grant is doubled, or came behind a later one: the engine takes it for lost then.
  [[nodiscard]] bool take(const lease_grant& granted);
  /// Its work is done, and its slot is free. False when the lease was over before: what was made is thrown away.
  [[nodiscard]] bool finish(const lease_id& id);
  /// The engine says that they are over. Returns those that are still in work: they are to be cancelled.
  [[nodiscard]] std::vector<lease_id> end(const std::vector<lease_id>& over);
  /// The engine is gone, and with it every lease. Returns those that are still in work.
  [[nodiscard]] std::vector<lease_id> end_all();

  /// A slot is free that was in use, for another engine, when the lease table was made.
  void add_room(stage which) { ++room_[index_of(which)]; }

  /// Whether it has no lease in progress: nothing in work, and no result that waits to be confirmed.
  [[nodiscard]] bool is_empty() const { return leases_.empty(); }

  [[nodiscard]] node_report report();
  /// Leases whose result the engine has not confirmed: it is sent again with each report.
  [[nodiscard]] std::vector<lease_id> unconfirmed() const;

 private:
  struct in_progress {
    stage which{};
    bool is_finished = false;
    bool is_over = false;  ///< cancelled, and still in its slot
  };
  std::array<std::uint32_t, stage_count> room_;
  std::map<lease_id, in_progress> leases_;
  std::uint64_t last_grant_ = 0, last_report_ = 0;
};

}  // namespace laundromat
