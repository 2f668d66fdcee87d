// The distribution of whole numbers that are mostly small: lengths, degrees.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace laundromat {

/// The relative errors of the figures of a distribution; 0: exact. Of mean and deviation the standard error, of the
/// median the maximum (but for one in 10,000), of the maximum how much greater the true one can be.
struct distribution_errors {
  static constexpr double unknown = std::numeric_limits<double>::infinity();
  /// A figure with a larger error is reported as unknown.
  static constexpr double most_reported = 0.5;

  double min = 0, max = 0, mean = 0, median = 0, std = 0;

  friend bool operator==(const distribution_errors&, const distribution_errors&) = default;
};

/// The figures that LOD Laundromat reports for each of its metrics. A figure with unknown error has no meaning.
struct distribution {
  std::uint64_t count = 0;  ///< of values; if 0, the other figures have no meaning
  std::uint64_t min = 0, max = 0;
  double mean = 0;
  double median = 0;  ///< between two values, their mean
  double std = 0;     ///< of the population: divided by `count`
  distribution_errors errors{};

  friend bool operator==(const distribution&, const distribution&) = default;
};

/// Counts values. The summary is exact, except that a median of `exact_below` or more has an error up to 1/256, which is reported.
/// Memory: 8 bytes for each value up to the greatest, 8 KiB at most, and 56 KiB more once there is a large value.
class length_counts {
 public:
  static constexpr std::uint64_t exact_below = 1024;

  void add(std::uint64_t value, std::uint64_t times = 1) {
    if (value < small_.size())
      small_[value] += times;
    else if (times != 0)
      add_new(value, times);
  }
  /// Adds the counts of the other.
  void add(const length_counts& other);
  [[nodiscard]] distribution summary() const;
  /// The error of the median when its true rank differs by up to `ranks` from the middle; unknown when there are fewer values.
  [[nodiscard]] double doubt_of_median(std::uint64_t ranks) const;

 private:
  __extension__ using wide = unsigned __int128;
  /// Values of one octave are counted in this many steps of equal width.
  static constexpr unsigned steps_bits = 7;

  /// The relative error of a value that is counted in a step.
  static constexpr double step_error = 1.0 / (2U << steps_bits);

  void add_new(std::uint64_t value, std::uint64_t times);
  void grow_small(std::size_t size);
  void add_great(std::uint64_t value, std::uint64_t times);
  [[nodiscard]] double value_at(std::uint64_t rank) const;

  std::vector<std::uint64_t>
      small_;  ///< by value, up to a few beyond the greatest: that of most documents is short
  std::vector<std::uint64_t> great_;  ///< by octave and step
  std::uint64_t great_min_ = UINT64_MAX, great_max_ = 0, great_count_ = 0;
  wide great_sum_ = 0, great_squares_ = 0;
};

}  // namespace laundromat
