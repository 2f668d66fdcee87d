// Reads how often a URI changes, and its priority, as sitemaps announce them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

struct interval_reading {
  std::optional<seconds> value;  ///< nothing: it cannot be read
  std::string fault = {};        ///< what is wrong, for people; empty: nothing

  friend bool operator==(const interval_reading&, const interval_reading&) = default;
};

/// Reads `changefreq`: one of the words of the protocol, a duration of XML Schema as `P1DT12H`, or a number of seconds (L04). Case and white space
/// do not matter. `always` is 0 seconds: each request gives another content, and the campaign says how often to ask. A month is 30 days, a year 365
/// days; `never` is `seconds::max()`. Not read: negative durations, those beyond 1,000 years, and other words.
/// Source: sitemaps.org/protocol.html "changefreq"; `read_duration`.
[[nodiscard]] interval_reading read_change_frequency(std::string_view text);

struct priority_reading {
  std::optional<double> value;  ///< nothing: it cannot be read, or is not between 0 and 1
  std::string fault = {};

  friend bool operator==(const priority_reading&, const priority_reading&) = default;
};

/// Reads `priority`: a decimal number from 0 to 1. A comma as decimal mark is repaired with a fault.
[[nodiscard]] priority_reading read_priority(std::string_view text);

}  // namespace laundromat
