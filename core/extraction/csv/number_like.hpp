// Tells texts that look like numbers from others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

namespace laundromat {

/// Digits with the signs of numbers, dates and times; no letters.
[[nodiscard]] inline bool is_like_number(std::string_view text) {
  constexpr std::string_view digits = "0123456789", signs = "+-.,:/% ";
  return text.find_first_of(digits) != text.npos && std::ranges::all_of(text, [&](char c) {
           return digits.find(c) != digits.npos || signs.find(c) != signs.npos;
         });
}

}  // namespace laundromat
