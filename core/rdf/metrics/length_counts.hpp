// The distribution of whole numbers that are mostly small: lengths, degrees.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace laundromat {

/// How far the figures of a distribution may be off, as a share of each; 0: exact. Of mean and deviation it is the standard error, of
/// a median what it is off at most (but for one in 10,000), of a maximum how much greater it can be at most.
struct distribution_errors {
  static constexpr double unknown = std::numeric_limits<double>::infinity();
  /// A figure of a greater error is unknown.
  static constexpr double most_reported = 0.5;

  double min = 0, max = 0, mean = 0, median = 0, std = 0;

  friend bool operator==(const distribution_errors&, const distribution_errors&) = default;
};

/// What LOD Laundromat says of each of its metrics. A figure whose error is unknown means nothing.
struct distribution {
  std::uint64_t count = 0;  ///< of values; 0: nothing else means anything
  std::uint64_t min = 0, max = 0;
  double mean = 0;
  double median = 0;  ///< between two values their mean
  double std = 0;     ///< of the population: divided by `count`
  distribution_errors errors{};

  friend bool operator==(const distribution&, const distribution&) = default;
};

/// Counts values. All that `summary` says is exact, but for a median of `exact_below` or more, which is up to 1/256 off, as it says.
/// Memory: 8 KiB, and 56 KiB more once there is a value that is not small.
class length_counts {
 public:
  static constexpr std::uint64_t exact_below = 1024;

  void add(std::uint64_t value, std::uint64_t times = 1) {
    if (value < exact_below)
      small_[value] += times;
    else if (times != 0)
      add_great(value, times);
  }
  /// Counts also what the other has counted.
  void add(const length_counts& other);
  [[nodiscard]] distribution summary() const;
  /// The error of the median when its true place is up to `ranks` before or behind the middle; unknown when there are not as many.
  [[nodiscard]] double doubt_of_median(std::uint64_t ranks) const;

 private:
  __extension__ using wide = unsigned __int128;
  /// Values of one octave stand in this many rows of equal width.
  static constexpr unsigned steps_bits = 7;

  /// Of values that are put into steps, as a share of them.
  static constexpr double step_error = 1.0 / (2U << steps_bits);

  void add_great(std::uint64_t value, std::uint64_t times);
  [[nodiscard]] double value_at(std::uint64_t rank) const;

  std::array<std::uint64_t, exact_below> small_{};
  std::vector<std::uint64_t> great_;  ///< by octave and step
  std::uint64_t great_min_ = UINT64_MAX, great_max_ = 0, great_count_ = 0;
  wide great_sum_ = 0, great_squares_ = 0;
};

}  // namespace laundromat
