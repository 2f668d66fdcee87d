// Who works on what, and until when: the engine's side of the lease protocol, without messages, actors or a clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "core/base/result.hpp"
#include "core/leases/lease_table.hpp"
#include "core/leases/protocol.hpp"

namespace laundromat {

/// The durations of the protocol.
struct lease_terms {
  std::array<milliseconds, stage_count> longest{};  ///< of a job
  milliseconds silence = longest_silence;
  milliseconds backoff{
      2'000};  ///< after a node could not do its work; twice as long each time, up to `longest_backoff`
  milliseconds longest_backoff{120'000};
};

/// Counters since the start of the engine.
struct lease_counts {
  std::uint64_t granted = 0, finished = 0, expired = 0, crashed = 0;
  std::uint64_t stale = 0;    ///< results of leases that had ended
  std::uint64_t refused = 0;  ///< nodes that were not admitted
};

/// A node that was admitted.
struct registered_node {
  node_handshake handshake;
  timestamp since{}, heard{};
  std::uint64_t report = 0;      ///< the number of the last one
  std::uint64_t last_grant = 0;  ///< as the node reported
  std::array<std::uint32_t, stage_count> room{};
  std::uint64_t finished = 0;
  bool is_leaving = false;     ///< gets no new lease
  std::uint32_t failures = 0;  ///< since its last success
  timestamp backoff_until{};   ///< gets no new lease before
};

/// One stage of one record.
struct leased_work {
  stage which{};
  record_hash record;
};
using node_leases = lease_table<lease_id, node_id, leased_work>;

/// Pairs waiting work with nodes that have free slots. A record has at most one valid lease at a time; each result counts at most once;
/// each lease ends, by its result, by its deadline, or with its node.
///
///     offer ─► waits ─► granted ─┬─ finish: the result counts
///                ▲               └─ lost: reported once, and the record may be offered again
///                └─ withdraw
class lease_scheduler {
 public:
  lease_scheduler(std::uint64_t epoch, node_handshake engine, lease_terms terms)
      : epoch_(epoch), engine_(std::move(engine)), terms_(terms) {}

  /// Admits a node. Errors: `configuration`, with what differs (the build, or the version of the output) and what to do; then
  /// `join` ends.
  [[nodiscard]] result<node_id> admit(node_handshake handshake, timestamp now);
  /// Applies a report of a node. Returns which of the leases in the report have ended. Errors: `not_found` for a node that is not
  /// registered, or not any more: it must send its handshake again.
  [[nodiscard]] result<std::vector<lease_id>> take(node_id from, const node_report& report, timestamp now);
  /// Gives the node no new lease. The node is gone when it has no lease, see `has_left`.
  void let_go(node_id node);
  [[nodiscard]] bool has_left(node_id node) const;
  /// Records whether the node did its last work. If it could not, for reasons of its own such as a full disk, it gets no new lease for a
  /// while: otherwise it would fail all waiting work.
  void update_backoff(node_id node, bool did_its_work, timestamp now);
  /// The node died or was disconnected: its leases end with `why`; `machine_lost` counts no attempt of their documents.
  void remove(node_id node, errc why);

  /// A record waits for work of this stage. `node_with_body` has already read the body and is preferred while it has a free slot.
  void offer(stage which, const record_hash& record, std::uint32_t attempt,
             std::optional<node_id> node_with_body = {});
  /// The record waits no longer; its lease, if it has one, has ended, and a result would be stale. Returns that lease.
  std::optional<lease_id> withdraw(const record_hash& record);
  /// Takes back work that cannot be granted: no node has a slot for its stage, or all such nodes are leaving or in backoff.
  [[nodiscard]] std::vector<record_hash> take_unschedulable(timestamp now);

  /// The leases that can be granted now, oldest work first.
  [[nodiscard]] std::vector<lease_grant> grant(timestamp now);
  /// Whether a result under this lease, from this node, counts. If so the lease has ended.
  [[nodiscard]] bool finish(node_id from, const lease_id& id);
  /// Nodes that have not reported for too long: to be removed.
  [[nodiscard]] std::vector<node_id> silent(timestamp now) const;
  /// Ends the leases whose deadline has passed, and removes silent nodes.
  void expire(timestamp now);
  /// The leases lost since the last call.
  [[nodiscard]] std::vector<lost_lease> take_lost() { return std::exchange(lost_, {}); }

  [[nodiscard]] const std::map<node_id, registered_node>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t waiting(stage which) const { return waiting_[index_of(which)].size(); }
  /// The leases that have not ended.
  [[nodiscard]] const node_leases& leases() const { return leases_; }
  /// How many more leases all nodes together can take.
  [[nodiscard]] std::uint32_t room(stage which, timestamp now) const;
  [[nodiscard]] const lease_counts& counts() const { return counts_; }

 private:
  struct offered {
    record_hash record;
    std::uint32_t attempt = 0;
    std::optional<node_id> node_with_body;
  };
  void lose(const node_leases::ended_lease& ended, errc why);
  [[nodiscard]] std::uint32_t room_of(const node_id& id, const registered_node& node, stage which,
                                      timestamp now) const;
  [[nodiscard]] std::optional<node_id> choose(const offered& work, stage which, timestamp now) const;

  std::uint64_t epoch_;
  node_handshake engine_;
  lease_terms terms_;
  std::uint64_t last_lease_ = 0;
  std::uint64_t last_node_ = 0;
  std::map<node_id, registered_node> nodes_;
  node_leases leases_;
  std::map<record_hash, lease_id> by_record_;
  std::array<std::deque<offered>, stage_count> waiting_;
  std::vector<lost_lease> lost_;
  lease_counts counts_;
};

}  // namespace laundromat
