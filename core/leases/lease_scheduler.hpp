// Who works on what, and until when: the engine's side of the protocol, without a message, an actor or a clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/result.hpp"
#include "core/leases/protocol.hpp"

namespace laundromat {

/// How long things may take.
struct lease_terms {
  std::array<milliseconds, stage_count> longest{};  ///< a job
  milliseconds silence = longest_silence;
  milliseconds backoff{
      2'000};  ///< of a node that could not do its work; twice as long each time, up to `longest_backoff`
  milliseconds longest_backoff{120'000};
};

/// Counted from the start of the engine.
struct lease_counts {
  std::uint64_t granted = 0, finished = 0, expired = 0, crashed = 0;
  std::uint64_t stale = 0;    ///< results of leases that were over
  std::uint64_t refused = 0;  ///< nodes that were not let in
};

/// A node that was let in.
struct registered_node {
  node_handshake handshake;
  timestamp since{}, heard{};
  std::uint64_t report = 0;      ///< the number of the last one
  std::uint64_t last_grant = 0;  ///< as it says
  std::array<std::uint32_t, stage_count> room{};
  std::set<lease_id> leases;
  std::uint64_t finished = 0;
  bool is_leaving = false;     ///< it gets nothing new
  std::uint32_t failures = 0;  ///< since it last did its work
  timestamp backoff_until{};   ///< it gets nothing new before
};

/// Pairs work that waits with nodes that have room. At any moment a record has at most one valid lease; each result counts at most once;
/// each lease ends, by its result, by its deadline, or with its node.
///
///     offer ─► waits ─► granted ─┬─ finish: the result counts
///                ▲               └─ lost: told once, and the record may be offered again
///                └─ withdraw
class lease_scheduler {
 public:
  lease_scheduler(std::uint64_t epoch, node_handshake engine, lease_terms terms)
      : epoch_(epoch), engine_(std::move(engine)), terms_(terms) {}

  /// Lets a node in. Errors: `configuration`, with what differs and what to do.
  [[nodiscard]] result<node_id> admit(node_handshake handshake, timestamp now);
  /// Takes over what a node says of itself. Returns which of the leases that it holds are over. Errors: `not_found` for a node that
  /// is not, or no longer, known: it must send its handshake again.
  [[nodiscard]] result<std::vector<lease_id>> take(node_id from, const node_report& report, timestamp now);
  /// Gives it nothing new. It is gone when it holds no lease, see `has_left`.
  void let_go(node_id node);
  [[nodiscard]] bool has_left(node_id node) const;
  /// Whether it did the work that it had last. When it could not, for reasons of its own such as a full disk, it gets nothing new for a
  /// while: it would run through all that waits.
  void update_backoff(node_id node, bool did_its_work, timestamp now);
  /// It died (`worker_lost`) or was cut off (`machine_lost`): its leases are lost.
  void remove(node_id node, errc why);

  /// A record waits for work of this stage. At `home` its bytes lie already: it is preferred while it has room.
  void offer(stage which, const record_hash& record, std::uint32_t attempt, std::optional<node_id> home = {});
  /// It waits no longer; or its lease, if it has one, is over, and a result would be stale. Answers that lease.
  std::optional<lease_id> withdraw(const record_hash& record);
  /// Takes back what waits in vain: no node has a slot for its stage, or only those who leave or rest.
  [[nodiscard]] std::vector<record_hash> take_unschedulable(timestamp now);

  /// The leases that can be granted now, oldest work first.
  [[nodiscard]] std::vector<lease_grant> grant(timestamp now);
  /// Whether a result under this lease, from this node, counts. If so the lease is over.
  [[nodiscard]] bool finish(node_id from, const lease_id& id);
  /// Who has said nothing for too long: to be removed.
  [[nodiscard]] std::vector<node_id> silent(timestamp now) const;
  /// Ends the leases that have outlived their time, and removes who is silent.
  void expire(timestamp now);
  /// What was lost since the last call.
  [[nodiscard]] std::vector<lost_lease> take_lost() { return std::exchange(lost_, {}); }

  /// When `expire` has something to do next; none when nothing can expire.
  [[nodiscard]] std::optional<timestamp> next_expiry() const;
  [[nodiscard]] const std::map<node_id, registered_node>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t waiting(stage which) const { return waiting_[index_of(which)].size(); }
  [[nodiscard]] std::size_t held() const { return leases_.size(); }
  /// What is granted and not over; null when it is.
  [[nodiscard]] const lease_grant* find(const lease_id& id) const;
  /// How much more all nodes can take.
  [[nodiscard]] std::uint32_t room(stage which, timestamp now) const;
  [[nodiscard]] const lease_counts& counts() const { return counts_; }

 private:
  struct offered {
    record_hash record;
    std::uint32_t attempt = 0;
    std::optional<node_id> home;
  };
  void lose(const lease_id& id, errc why);
  [[nodiscard]] std::uint32_t room_of(const registered_node& node, stage which, timestamp now) const;
  [[nodiscard]] std::optional<node_id> choose(const offered& work, stage which, timestamp now) const;

  std::uint64_t epoch_;
  node_handshake engine_;
  lease_terms terms_;
  std::uint64_t last_lease_ = 0;
  std::uint64_t last_node_ = 0;
  std::map<node_id, registered_node> nodes_;
  std::map<lease_id, lease_grant> leases_;
  std::map<record_hash, lease_id> by_record_;
  std::array<std::deque<offered>, stage_count> waiting_;
  std::vector<lost_lease> lost_;
  lease_counts counts_;
};

}  // namespace laundromat
