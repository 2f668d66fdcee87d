// The messages between an engine and a worker node.
// SPDX-License-Identifier: Apache-2.0
//
// Each message contains all that it concerns, so that a lost, late, repeated or reordered message does no harm.
//
//   node                                       engine
//     │ ── handshake ──────────────────────────► │   refused with a reason, or admitted under an id of its own
//     │ ── report (its leases, its slots) ─────► │   again when they change, and every `report_interval`: heartbeat and demand
//     │ ◄────────────────── leases that ended ── │   the answer to a report: their results are dropped
//     │ ◄────────────────────────────── grant ── │   one lease on one stage of one record
//     │ ── result, with the lease ─────────────► │   counts if the lease is still valid; else it is dropped, and counted as stale
//     │ ── leave ──────────────────────────────► │   the node takes no more jobs
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// The version of the output format: nodes with another version are not admitted.
inline constexpr std::uint32_t output_version = 6;
/// How often a node reports; it counts as gone when it has not reported for `longest_silence`.
inline constexpr seconds report_interval{5}, longest_silence{30};

/// The highest number of slots of one stage that a node may report.
inline constexpr std::uint32_t most_slots = 1'024;

inline constexpr std::size_t stage_count = all_stages.size();

/// The index of a stage in arrays with one element per stage, fetch first.
[[nodiscard]] constexpr std::size_t index_of(stage which) {
  return static_cast<std::size_t>(which) - 1;
}

/// Identifies something that an engine issued, for ever. An engine that starts again has a higher epoch, so that ids of an earlier run
/// never equal its own.
template <class Tag>
struct numbered {
  std::uint64_t epoch = 0;
  std::uint64_t number = 0;  ///< increases within the epoch; 0: none

  friend auto operator<=>(const numbered&, const numbered&) = default;
};
/// An admitted node; a node that comes again gets another id.
using node_id = numbered<struct node_tag>;
using lease_id = numbered<struct lease_tag>;

/// How a node introduces itself.
struct node_handshake {
  std::string name;                  ///< of its machine or process, for people
  std::string build;                 ///< must be the engine's: messages have no version of their own
  std::uint32_t output_version = 0;  ///< must be the engine's: the same input gives the same bytes
  std::array<std::uint32_t, stage_count> slots{};
  std::uint64_t free_memory_bytes = 0;
};

/// Which leases a node has, and how many more it can take.
struct node_report {
  std::uint64_t number = 0;  ///< increases; a report older than the last one is ignored
  /// The highest lease that arrived; a lower one that is not in `held` was lost on the way.
  std::uint64_t last_grant = 0;
  std::array<std::uint32_t, stage_count> room{};
  std::vector<lease_id> held;  ///< also those with a sent result, until the engine reports that they ended
};

/// One job for one node.
struct lease_grant {
  lease_id id;
  node_id node;
  stage which{};
  record_hash record;
  std::uint32_t attempt = 0;
  timestamp deadline{};    ///< by the clock of the engine
  milliseconds longest{};  ///< counted from the grant, because clocks differ
};

/// A lease that ended without a result.
struct lost_lease {
  lease_id id;
  node_id node;
  stage which{};
  record_hash record;
  errc why{};  ///< `lease_expired`; `machine_lost` when its node is gone; else the argument of `remove`
};

}  // namespace laundromat
