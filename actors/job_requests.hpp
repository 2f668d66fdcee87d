// How many jobs a worker that does several at once requests, when their number changes meanwhile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace laundromat {

/// A worker has as many requests and jobs together as its number says. When the number falls, the dispatcher takes back requests that it has not granted, and
/// after as many jobs as are left over no other one is requested.
class job_requests {
 public:
  explicit job_requests(std::uint32_t most = 0) : most_(most) {}

  [[nodiscard]] std::uint32_t most() const { return most_; }
  /// How many there are too many: requests to take back.
  [[nodiscard]] std::uint32_t too_many() const { return too_many_; }

  /// Changes the number. Returns how many jobs to request now.
  [[nodiscard]] std::uint32_t change(std::uint32_t most) {
    const auto before = std::exchange(most_, most);
    if (most <= before) return too_many_ += before - most, 0;
    const auto more = most - before;
    const auto kept = std::min(more, too_many_);
    too_many_ -= kept;
    return more - kept;
  }
  /// A job has ended. Returns whether another one is requested.
  [[nodiscard]] bool end() {
    if (too_many_ == 0) return true;
    --too_many_;
    return false;
  }
  /// The dispatcher has taken so many requests back. Returns how many to repeat, because as many jobs have ended meanwhile.
  [[nodiscard]] std::uint32_t taken_back(std::uint32_t requests) {
    const auto wanted = std::min(requests, too_many_);
    too_many_ -= wanted;
    return requests - wanted;
  }

 private:
  std::uint32_t most_, too_many_ = 0;
};

}  // namespace laundromat
