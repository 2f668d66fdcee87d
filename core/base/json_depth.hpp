// Bounds the depth of JSON that strangers wrote, before it is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// Whether arrays and objects are nested deeper than `most` in a text of JSON. Functions that copy, compare or write such a value call themselves for each
/// level, and need memory for each. Of a text that is no JSON the answer may be wrong. Time: linear.
[[nodiscard]] inline bool is_nested_deeper(std::string_view json, std::size_t most) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      i += c == '\\' ? 1U : 0U;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > most) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace laundromat
