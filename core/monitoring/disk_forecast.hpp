// When a disk will be full, by how its free space has shrunk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/time.hpp"

namespace laundromat {

/// The free space of a disk at one time.
struct disk_sample {
  timestamp at{};
  std::uint64_t free_bytes = 0;
};

/// Samples of the last hour, of which there are at most `most`: one that follows the last within ten seconds replaces nothing and is left out. Not thread-safe.
class disk_samples {
 public:
  static constexpr std::chrono::minutes span{60};
  static constexpr seconds least_distance{10};
  static constexpr std::size_t most = span / least_distance + 1;

  void add(const disk_sample& taken);
  [[nodiscard]] const std::deque<disk_sample>& all() const { return all_; }

 private:
  std::deque<disk_sample> all_;  ///< in the order of time
};

/// The time until no more than `reserve_bytes` are free, by linear regression over the samples; 0 when that is so already. Nothing when the samples
/// span less than five minutes, or when the free space does not shrink. At most ten years. Pure.
[[nodiscard]] std::optional<seconds> disk_forecast(const std::deque<disk_sample>& samples,
                                                   std::uint64_t reserve_bytes);

}  // namespace laundromat
