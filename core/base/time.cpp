// Printing of timestamps.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.hpp"

#include <cstdio>

namespace laundromat {

namespace {

struct civil_time {
  int year;
  unsigned month, day;
  long hour, minute, second, millisecond;
};

civil_time to_civil(timestamp t) {
  const auto days = std::chrono::floor<std::chrono::days>(t);
  const std::chrono::year_month_day date{days};
  const auto rest = (t - days).count();
  return {static_cast<int>(date.year()),
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          rest / 3'600'000,
          rest / 60'000 % 60,
          rest / 1000 % 60,
          rest % 1000};
}

}  // namespace

std::string to_iso8601(timestamp t) {
  if (t == timestamp{}) return "never";
  const auto c = to_civil(t);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02ld:%02ld:%02ld.%03ldZ", c.year, c.month, c.day, c.hour,
                c.minute, c.second, c.millisecond);
  return text;
}

std::string to_compact(timestamp t) {
  const auto c = to_civil(t);
  char text[64];
  std::snprintf(text, sizeof text, "%04d%02u%02u-%02ld%02ld%02ld", c.year, c.month, c.day, c.hour, c.minute,
                c.second);
  return text;
}

}  // namespace laundromat
