// What an engine and a node tell each other.
// SPDX-License-Identifier: Apache-2.0
//
// Each message says the whole of what it is about, so that one which is lost, late, doubled or out of order does no harm.
//
//   node                              engine
//     │ ── handshake ──────────────────────► │   refused with a reason, or let in under an id of its own
//     │ ── report (what it holds, its room) ► │   again when that changes, and every `report_interval`: its heartbeat and its demand
//     │ ◄──────────────────────── grant ── │   one lease on one stage of one record
//     │ ── result, with the lease ────────► │   counts if the lease is still valid; else it is dropped, and counted as stale
//     │ ◄───────────────────────── over ── │   leases that ended: what they made is thrown away
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// The version of what documents look like: nodes that make others are not let in.
inline constexpr std::uint32_t output_version = 5;
/// A node says so often what it holds, and is gone when it has said nothing for `longest_silence`.
inline constexpr seconds report_interval{5}, longest_silence{30};

/// No node has room for more of one stage, whatever it says.
inline constexpr std::uint32_t most_slots = 1'024;

inline constexpr std::size_t stage_count = 4;

/// The place of a stage in an array of one element a stage, fetch first.
[[nodiscard]] constexpr std::size_t index_of(stage which) {
  return static_cast<std::size_t>(which) - 1;
}

/// Names something that an engine gave out, for ever. An engine that starts again has a higher epoch, so that nothing that was given out
/// before can be taken for something of its own.
template <class Tag>
struct numbered {
  std::uint64_t epoch = 0;
  std::uint64_t number = 0;  ///< rises within the epoch; 0: none

  friend auto operator<=>(const numbered&, const numbered&) = default;
};
/// Whoever was let in to wash; who comes again gets another.
using node_id = numbered<struct node_tag>;
using lease_id = numbered<struct lease_tag>;

/// How a node introduces itself.
struct node_handshake {
  std::string name;                  ///< of its machine or process, for people
  std::string build;                 ///< must be the engine's: messages carry no version of their own
  std::uint32_t output_version = 0;  ///< must be the engine's: the same bytes in give the same bytes out
  std::array<std::uint32_t, stage_count> slots{};
  std::uint64_t free_memory_bytes = 0;
};

/// Which leases a node holds, and how many more it can take.
struct node_report {
  std::uint64_t number = 0;  ///< rises; a report that is older than the last one says nothing
  std::uint64_t last_grant =
      0;  ///< the highest lease that arrived; one below it that is not held has been lost on the way
  std::array<std::uint32_t, stage_count> room{};
  std::vector<lease_id> held;  ///< also those whose result is sent, until the engine says that they are over
};

/// One job for one node.
struct lease_grant {
  lease_id id;
  node_id node;
  stage which{};
  record_hash record;
  std::uint32_t attempt = 0;
  timestamp deadline{};    ///< by the clock of the engine
  milliseconds longest{};  ///< from the grant on: clocks differ
};

/// A lease that ended without a result.
struct lost_lease {
  lease_id id;
  node_id node;
  stage which{};
  record_hash record;
  errc why{};  ///< `lease_expired`; `machine_lost` when its node is gone; whatever `remove` was given
};

}  // namespace laundromat
