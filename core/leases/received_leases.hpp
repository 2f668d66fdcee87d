// The leases of a worker node: its side of the lease protocol, without messages, actors or a clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "core/leases/protocol.hpp"

namespace laundromat {

/// Keeps the leases of one node from their grant until the engine reports that they ended.
///
///     take ─► in work ─► finished ─► (over) forgotten
///               └──────── (over) ───► to be cancelled
class received_leases {
 public:
  explicit received_leases(const std::array<std::uint32_t, stage_count>& slots) : room_(slots) {}

  /// Whether to begin. Not for a repeated grant, or one that arrives after a later one: the engine counts it as lost.
  [[nodiscard]] bool take(const lease_grant& granted);
  /// The work is done, and its slot is free. False when the lease had ended before: the result is dropped.
  [[nodiscard]] bool finish(const lease_id& id);
  /// The engine reports that these leases ended. Returns those still in work: they are to be cancelled.
  [[nodiscard]] std::vector<lease_id> end(const std::vector<lease_id>& over);
  /// The engine is gone, and all leases ended. Returns those still in work.
  [[nodiscard]] std::vector<lease_id> end_all();

  /// A slot is free that another engine used when this object was made.
  void add_room(stage which) { ++room_[index_of(which)]; }

  /// Whether the node has no lease: nothing in work, and no result that waits for confirmation.
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
