// Bounds JSON that strangers wrote, before it is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace laundromat {

/// Calls `take` with each bracket and colon of a text of JSON that is in no string, until it returns false. Of a text that is no JSON some may be
/// left out. Time: linear.
template <class Take>
void for_each_json_mark(std::string_view json, Take&& take) {
  bool is_in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (is_in_string) {
      at += c == '\\' ? 1U : 0U;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '{' || c == '[' || c == '}' || c == ']' || c == ':') {
      if (!take(c)) return;
    }
  }
}

/// Whether arrays and objects are nested deeper than `most`. Functions that copy, compare or write such a value call themselves for each level, and
/// need memory for each.
[[nodiscard]] inline bool is_nested_deeper(std::string_view json, std::size_t most) {
  std::size_t depth = 0;
  for_each_json_mark(json, [&](char mark) {
    if (mark == '[' || mark == '{') ++depth;
    if ((mark == ']' || mark == '}') && depth > 0) --depth;
    return depth <= most;
  });
  return depth > most;
}

/// Whether more than `most` members are compared with others, when each is with all before it in its object: so maps keep the order of their members.
[[nodiscard]] inline bool has_more_comparisons(std::string_view json, std::uint64_t most) {
  std::uint64_t comparisons = 0;
  std::vector<std::uint64_t> members;  // of the brackets that are open
  for_each_json_mark(json, [&](char mark) {
    if (mark == '{' || mark == '[') {
      members.push_back(0);
    } else if (!members.empty() && mark == ':') {
      comparisons += ++members.back();
    } else if (!members.empty()) {
      members.pop_back();
    }
    return comparisons <= most;
  });
  return comparisons > most;
}

}  // namespace laundromat
