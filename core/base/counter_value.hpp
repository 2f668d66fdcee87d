// What a counter of records has counted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// The name under which the records themselves are counted.
inline constexpr std::string_view records_counter = "records";

struct counter_value {
  std::string spec;  ///< the name of the specification
  std::string name;  ///< of the counter
  std::uint64_t count = 0;

  friend bool operator==(const counter_value&, const counter_value&) = default;
};

/// Adds counts to the sums of their counters.
inline void add_to(std::vector<counter_value>& sums, const std::vector<counter_value>& counts) {
  for (const auto& one : counts) {
    const auto same = std::ranges::find_if(
        sums, [&](const counter_value& sum) { return sum.spec == one.spec && sum.name == one.name; });
    if (same == sums.end())
      sums.push_back(one);
    else
      same->count += one.count;
  }
}

}  // namespace laundromat
