// Counts the requests to a host that were put off until a later time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <numeric>

#include "core/base/time.hpp"

namespace laundromat {

/// How many requests come again later, and when the first of them does. Memory: one number per ten seconds with at least one request.
class put_off_requests {
 public:
  void add(timestamp sent_again) { ++by_time_[std::chrono::ceil<slice>(sent_again)]; }
  /// Removes those whose time has come.
  void pass(timestamp now) {
    by_time_.erase(by_time_.begin(), by_time_.upper_bound(std::chrono::floor<slice>(now)));
  }

  [[nodiscard]] std::uint64_t count() const {
    return std::accumulate(by_time_.begin(), by_time_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& one) { return sum + one.second; });
  }
  /// The time of the first one, at most ten seconds late; the epoch when there is none.
  [[nodiscard]] timestamp next() const {
    return by_time_.empty() ? timestamp{} : timestamp{by_time_.begin()->first};
  }

 private:
  using slice = std::chrono::duration<std::int64_t, std::ratio<10>>;
  std::map<std::chrono::time_point<std::chrono::system_clock, slice>, std::uint64_t> by_time_;
};

}  // namespace laundromat
