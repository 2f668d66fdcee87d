// Implements the counts of lengths: computes the summary from how often each value occurred.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/length_counts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace laundromat {

namespace {

constexpr unsigned first_octave = 10;
static_assert(length_counts::exact_below == 1U << first_octave);

}  // namespace

void length_counts::add_new(std::uint64_t value, std::uint64_t times) {
  if (value >= exact_below) return add_great(value, times);
  constexpr std::uint64_t step = 64;
  static_assert(exact_below % step == 0);
  grow_small((value / step + 1) * step);
  small_[value] += times;
}

void length_counts::grow_small(std::size_t size) {
  if (size > small_.size()) small_.resize(size);
}

void length_counts::add_great(std::uint64_t value, std::uint64_t times) {
  if (great_.empty()) great_.resize(std::size_t{64 - first_octave} << steps_bits);
  const auto octave = static_cast<unsigned>(std::bit_width(value)) - 1;
  const auto step = (value >> (octave - steps_bits)) & ((1U << steps_bits) - 1);
  great_[(std::size_t{octave - first_octave} << steps_bits) + step] += times;
  great_min_ = std::min(great_min_, value);
  great_max_ = std::max(great_max_, value);
  great_count_ += times;
  great_sum_ += static_cast<wide>(value) * times;
  great_squares_ += static_cast<wide>(value) * value * times;
}

void length_counts::add(const length_counts& other) {
  grow_small(other.small_.size());
  for (std::size_t i = 0; i < other.small_.size(); ++i) small_[i] += other.small_[i];
  if (other.great_count_ == 0) return;
  great_.resize(other.great_.size());
  for (std::size_t i = 0; i < great_.size(); ++i) great_[i] += other.great_[i];
  great_min_ = std::min(great_min_, other.great_min_);
  great_max_ = std::max(great_max_, other.great_max_);
  great_count_ += other.great_count_;
  great_sum_ += other.great_sum_;
  great_squares_ += other.great_squares_;
}

/// The value with `rank` values before it; for a large one the middle of its step.
double length_counts::value_at(std::uint64_t rank) const {
  for (std::size_t i = 0; i < small_.size(); ++i) {
    if (rank < small_[i]) return static_cast<double>(i);
    rank -= small_[i];
  }
  for (std::size_t i = 0; i < great_.size(); ++i) {
    if (rank >= great_[i]) {
      rank -= great_[i];
      continue;
    }
    const auto octave = first_octave + static_cast<int>(i >> steps_bits);
    const auto step = static_cast<double>(i & ((1U << steps_bits) - 1));
    const auto middle =
        std::ldexp(static_cast<double>(1U << steps_bits) + step + 0.5, octave - static_cast<int>(steps_bits));
    return std::clamp(middle, static_cast<double>(great_min_), static_cast<double>(great_max_));
  }
  return static_cast<double>(great_max_);
}

distribution length_counts::summary() const {
  distribution all;
  wide sum = great_sum_, squares = great_squares_;
  all.count = great_count_;
  all.min = great_min_;
  all.max = great_max_;
  for (auto i = small_.size(); i-- > 0;) {
    if (small_[i] == 0) continue;
    all.count += small_[i];
    all.min = i;
    all.max = std::max<std::uint64_t>(all.max, i);
    sum += static_cast<wide>(i) * small_[i];
    squares += static_cast<wide>(i) * i * small_[i];
  }
  if (all.count == 0) return {};
  // count² · variance = count · squares - sum²: in whole numbers, without cancellation errors.
  const auto n = static_cast<double>(all.count);
  all.mean = static_cast<double>(sum) / n;
  all.std = std::sqrt(static_cast<double>(all.count * squares - sum * sum)) / n;
  all.median = (value_at((all.count - 1) / 2) + value_at(all.count / 2)) / 2;
  if (value_at(all.count / 2) >= exact_below && great_min_ != great_max_) all.errors.median = step_error;
  return all;
}

double length_counts::doubt_of_median(std::uint64_t ranks) const {
  const auto all = summary();
  if (all.count == 0 || (all.count - 1) / 2 < ranks) return distribution_errors::unknown;
  const auto least = value_at((all.count - 1) / 2 - ranks), greatest = value_at(all.count / 2 + ranks);
  const auto off = std::max(all.median - least, greatest - all.median);
  return off / all.median + (greatest >= exact_below ? step_error : 0);
}

}  // namespace laundromat
