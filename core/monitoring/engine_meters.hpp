// What the threads of an engine count about themselves, without a message and without a lock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/monitoring/engine_snapshot.hpp"

namespace laundromat {

/// A histogram that one thread fills while others read it. A reader may see a duration in its bucket and not yet in the sum.
class duration_meter {
 public:
  void add(std::chrono::microseconds took) {
    counts_[bucket_of(took)].fetch_add(1, std::memory_order_relaxed);
    sum_us_.fetch_add(std::max<std::int64_t>(took.count(), 0), std::memory_order_relaxed);
  }
  [[nodiscard]] duration_histogram read() const {
    duration_histogram out;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      out.counts[i] = counts_[i].load(std::memory_order_relaxed);
    out.sum = std::chrono::microseconds{sum_us_.load(std::memory_order_relaxed)};
    return out;
  }

 private:
  std::array<std::atomic<std::uint64_t>, duration_bounds.size() + 1> counts_{};
  std::atomic<std::int64_t> sum_us_{0};
};

/// Filled by the journal writer.
class commit_meter {
 public:
  void committed(std::chrono::microseconds took, std::uint64_t transitions) {
    durations_.add(took);
    transitions_.fetch_add(transitions, std::memory_order_relaxed);
    if (took.count() > longest_us_.load(std::memory_order_relaxed))
      longest_us_.store(took.count(), std::memory_order_relaxed);
  }
  void failed() { failed_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] commit_figures read() const {
    commit_figures out;
    out.transitions = transitions_.load(std::memory_order_relaxed);
    out.failed = failed_.load(std::memory_order_relaxed);
    out.longest = std::chrono::microseconds{longest_us_.load(std::memory_order_relaxed)};
    out.durations = durations_.read();
    return out;
  }

 private:
  duration_meter durations_;
  std::atomic<std::uint64_t> transitions_{0}, failed_{0};
  std::atomic<std::int64_t> longest_us_{0};
};

/// Filled by all workers that have washer processes.
class washer_meter {
 public:
  void started() {
    started_.fetch_add(1, std::memory_order_relaxed);
    running_.fetch_add(1, std::memory_order_relaxed);
  }
  void ended() { running_.fetch_sub(1, std::memory_order_relaxed); }
  void crashed() { crashed_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] washer_figures read() const {
    return {started_.load(std::memory_order_relaxed), crashed_.load(std::memory_order_relaxed),
            running_.load(std::memory_order_relaxed)};
  }

 private:
  std::atomic<std::uint64_t> started_{0}, crashed_{0};
  std::atomic<std::uint32_t> running_{0};
};

/// Everything that is counted so.
struct engine_meters {
  commit_meter commits;
  washer_meter washers;
  std::atomic<std::uint32_t> live_seeds{0};  ///< crawls in progress
  std::atomic<std::int64_t> free_bytes{-1};  ///< of the file system that has least; -1: not measured
};

}  // namespace laundromat
