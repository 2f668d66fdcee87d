// Time as the project stores it: UTC milliseconds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace laundromat {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A time in UTC with millisecond precision; the epoch means "never".
using timestamp = std::chrono::time_point<std::chrono::system_clock, milliseconds>;

[[nodiscard]] constexpr std::int64_t to_ms(timestamp t) {
  return t.time_since_epoch().count();
}
[[nodiscard]] constexpr timestamp from_ms(std::int64_t ms) {
  return timestamp{milliseconds{ms}};
}

/// `2008-11-04T16:20:00.000Z`; `never` for the epoch.
[[nodiscard]] std::string to_iso8601(timestamp t);
/// `20081104-162000`, UTC, as the file store writes it (F09).
[[nodiscard]] std::string to_compact(timestamp t);

}  // namespace laundromat
