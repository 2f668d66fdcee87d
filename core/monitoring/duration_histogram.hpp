// Counts durations by length, in buckets that are the same everywhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>

namespace laundromat {

/// The upper bounds of the buckets, which belong to their bucket; longer durations are in one more. From a commit to the wash of a large document.
inline constexpr std::array<std::chrono::microseconds, 17> duration_bounds{
    std::chrono::microseconds{1'000},        std::chrono::microseconds{2'500},
    std::chrono::microseconds{5'000},        std::chrono::microseconds{10'000},
    std::chrono::microseconds{25'000},       std::chrono::microseconds{50'000},
    std::chrono::microseconds{100'000},      std::chrono::microseconds{250'000},
    std::chrono::microseconds{500'000},      std::chrono::microseconds{1'000'000},
    std::chrono::microseconds{2'500'000},    std::chrono::microseconds{5'000'000},
    std::chrono::microseconds{10'000'000},   std::chrono::microseconds{30'000'000},
    std::chrono::microseconds{60'000'000},   std::chrono::microseconds{300'000'000},
    std::chrono::microseconds{1'800'000'000}};

/// The bucket of a duration. Clocks that were set back make durations negative: they are in the first.
[[nodiscard]] constexpr std::size_t bucket_of(std::chrono::microseconds took) {
  return static_cast<std::size_t>(std::ranges::lower_bound(duration_bounds, took) - duration_bounds.begin());
}

struct duration_histogram {
  std::array<std::uint64_t, duration_bounds.size() + 1> counts{};  ///< of each bucket alone
  std::chrono::microseconds sum{};

  void add(std::chrono::microseconds took) {
    ++counts[bucket_of(took)];
    sum += std::max(took, std::chrono::microseconds{0});
  }
  [[nodiscard]] std::uint64_t count() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }

  friend bool operator==(const duration_histogram&, const duration_histogram&) = default;
};

}  // namespace laundromat
