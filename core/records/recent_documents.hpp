// How many documents came in the last day, from two counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/time.hpp"

namespace laundromat {

/// Documents of a day (UTC) and of the day before it.
struct recent_documents {
  std::int64_t day = 0;  ///< since the epoch
  std::uint64_t of_day = 0, of_day_before = 0;

  friend bool operator==(const recent_documents&, const recent_documents&) = default;
};

[[nodiscard]] constexpr std::int64_t day_of(timestamp at) {
  return std::chrono::floor<std::chrono::days>(at.time_since_epoch()).count();
}

/// Adds documents. Those that come late count for the newest day.
[[nodiscard]] constexpr recent_documents with_documents(recent_documents sum, std::uint64_t count,
                                                        timestamp at) {
  if (const auto day = day_of(at); day > sum.day) sum = {day, 0, day == sum.day + 1 ? sum.of_day : 0};
  sum.of_day += count;
  return sum;
}

/// The mean of the last 24 hours, as if those of the day before had come evenly.
[[nodiscard]] constexpr double documents_an_hour(const recent_documents& sum, timestamp now) {
  constexpr double hours_a_day = 24;
  const auto current = with_documents(sum, 0, now);
  const std::chrono::duration<double, std::ratio<3'600>> hours{now.time_since_epoch()};
  const auto passed = std::max(0.0, hours.count() / hours_a_day - static_cast<double>(day_of(now)));
  return (static_cast<double>(current.of_day) + static_cast<double>(current.of_day_before) * (1 - passed)) /
         hours_a_day;
}

}  // namespace laundromat
