// The supervision tree in one place: who spawns whom, and how often each may fall before its parent gives up.
// SPDX-License-Identifier: Apache-2.0
//
//   engine                          any child beyond its budget: ordered drain
//    ├─ journal                     never restarted: without it nothing may act
//    ├─ politeness scheduler                        never restarted: its promises would be lost to those who wait
//    ├─ watch                       never restarted: those who wait for the machine would wait for ever
//    ├─ frontier                    budget `frontier_restarts`
//    │   └─ seed                    one crawl; beyond `record_restarts` the seed is left alone until the next start
//    │       └─ entry               restarted from its row within `record_restarts`; an archive is an entry with children
//    │           └─ entry …
//    ├─ dispatcher × 4              never restarted: its leases would be lost to the entries
//    │   └─ worker pool             each worker replaced within `worker_restarts`
//    ├─ file server, coordinator             where others may join; never restarted: losing one leaves the engine to its own pools
//    └─ reporter                    losing it loses the display only
//
//   node                           on a machine that joined: ends with its program, and outlives engines
//    └─ executor × slots                each has one lease at a time; dies with the node
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "core/base/time.hpp"

namespace laundromat {

/// At most `restarts` within `within`.
struct restart_limit {
  std::uint32_t restarts = 0;
  seconds within{60};
};

inline constexpr restart_limit frontier_restarts{3, seconds{60}};
inline constexpr restart_limit worker_restarts{30, seconds{60}};
inline constexpr restart_limit record_restarts{3, seconds{60}};

/// A worker that this record has killed so often is not given it again.
inline constexpr std::uint32_t poison_crashes = 3;
/// Leases that ran out or were lost without a crash, per stage.
inline constexpr std::uint32_t lease_attempts = 5;

/// Counts restarts in a sliding window.
class restart_budget {
 public:
  restart_budget() = default;
  explicit restart_budget(restart_limit limit) : limit_(limit) {}

  /// Takes one restart at `now`; false when the budget is spent.
  [[nodiscard]] bool take(timestamp now) {
    while (!taken_.empty() && taken_.front() + limit_.within <= now) taken_.pop_front();
    if (taken_.size() >= limit_.restarts) return false;
    taken_.push_back(now);
    return true;
  }

 private:
  restart_limit limit_;
  std::deque<timestamp> taken_;
};

}  // namespace laundromat
