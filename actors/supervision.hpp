// The supervision tree: which actor starts which, and how often each is restarted.
// SPDX-License-Identifier: Apache-2.0
//
//   engine                          any child beyond its budget: ordered drain
//    ├─ journal                     never restarted: without it no actor may act
//    ├─ politeness scheduler        never restarted: waiting requests would never be answered
//    ├─ watch                       never restarted: waiting entries would never be answered
//    ├─ enlister                    never restarted: it cannot go back in its list
//    ├─ background worker × n       the harvest, its stores, its notices and the digests of large graphs; never restarted: the engine stops, and the next run goes on from the journal
//    ├─ frontier                    budget `frontier_restarts`
//    │   └─ seed                    one crawl, restarted within `record_restarts`; beyond that the seed waits for the next run
//    │       └─ entry               restarted from its row within `record_restarts`; an archive is an entry with children
//    │           └─ entry …
//    ├─ dispatcher × 4              never restarted: entries would never learn that their leases ended
//    │   └─ worker pool             each worker replaced within `worker_restarts`
//    ├─ file server, coordinator    when nodes may join; never restarted: without one the engine uses only its own pools
//    └─ reporter                    never restarted: without it there is only no display
//
//   node                            on a worker node: ends with its program, and serves one engine after the other
//    └─ executor × slots            each has one lease at a time; ends with the node
#pragma once

#include <caf/actor_addr.hpp>
#include <caf/actor_cast.hpp>
#include <caf/local_actor.hpp>
#include <chrono>
#include <cstdint>
#include <deque>

#include "core/base/time.hpp"

namespace laundromat {

/// At most `restarts` in any time of length `within`.
struct restart_limit {
  std::uint32_t restarts = 0;
  seconds within{60};
};

inline constexpr restart_limit frontier_restarts{3, seconds{60}};
inline constexpr restart_limit worker_restarts{30, seconds{60}};
inline constexpr restart_limit record_restarts{3, seconds{60}};

/// After so many crashes of its workers an entry fails.
inline constexpr std::uint32_t poison_crashes = 3;
/// How many leases of one stage may expire before an entry fails.
inline constexpr std::uint32_t lease_attempts = 5;

/// Monitors the supervisor of an actor while the actor lives. CAF would keep each observer that has ended, with the memory of its actor, in the
/// list of the actor that it observed: of a frontier one for every crawl.
class watched_supervisor {
 public:
  watched_supervisor() = default;
  ~watched_supervisor() {
    if (self_ != nullptr) self_->demonitor(address_);
  }
  watched_supervisor(const watched_supervisor&) = delete;
  watched_supervisor& operator=(const watched_supervisor&) = delete;

  template <class Handle>
  void begin(caf::local_actor* self, const Handle& supervisor) {
    self_ = self;
    address_ = caf::actor_cast<caf::actor_addr>(supervisor);
    self->monitor(supervisor);
  }
  [[nodiscard]] const caf::actor_addr& address() const { return address_; }

 private:
  caf::local_actor* self_ = nullptr;
  caf::actor_addr address_;
};

/// Counts restarts within a sliding window of time.
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
