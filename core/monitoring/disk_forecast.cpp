// Linear regression of free space over time.
// SPDX-License-Identifier: Apache-2.0
#include "core/monitoring/disk_forecast.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::chrono::minutes least_span{5};
constexpr double longest_s = 10 * 365.0 * 86'400;

double seconds_between(timestamp from, timestamp to) {
  return std::chrono::duration<double>(to - from).count();
}

/// A straight line: the value at the last sample, and its change in a second.
struct trend {
  double last = 0, slope = 0;
};

/// Numbers are relative to the last sample, so that sums of squares keep their digits.
trend trend_of(const std::deque<disk_sample>& samples) {
  const auto& last = samples.back();
  const auto count = static_cast<double>(samples.size());
  double sum_t = 0, sum_y = 0, sum_tt = 0, sum_ty = 0;
  for (const auto& one : samples) {
    const double t = seconds_between(last.at, one.at);
    const double y = static_cast<double>(one.free_bytes) - static_cast<double>(last.free_bytes);
    sum_t += t;
    sum_y += y;
    sum_tt += t * t;
    sum_ty += t * y;
  }
  const double spread = count * sum_tt - sum_t * sum_t;
  const double slope = spread > 0 ? (count * sum_ty - sum_t * sum_y) / spread : 0;
  return {static_cast<double>(last.free_bytes) + (sum_y - slope * sum_t) / count, slope};
}

}  // namespace

void disk_samples::add(const disk_sample& taken) {
  if (!all_.empty() && taken.at < all_.back().at) all_.clear();  // the clock was set back
  if (!all_.empty() && taken.at < all_.back().at + least_distance) return;
  all_.push_back(taken);
  while (all_.front().at + span < taken.at) all_.pop_front();
}

std::optional<seconds> disk_forecast(const std::deque<disk_sample>& samples, std::uint64_t reserve_bytes) {
  if (!samples.empty() && samples.back().free_bytes <= reserve_bytes) return seconds{0};
  if (samples.empty() || samples.back().at - samples.front().at < least_span) return std::nullopt;
  const auto line = trend_of(samples);
  if (line.slope >= 0) return std::nullopt;
  const double left_s = (line.last - static_cast<double>(reserve_bytes)) / -line.slope;
  return seconds{static_cast<std::int64_t>(std::clamp(left_s, 0.0, longest_s))};
}

}  // namespace laundromat
