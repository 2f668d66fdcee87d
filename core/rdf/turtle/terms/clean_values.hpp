// Values that need no check of their lexical form or characters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string_view>

namespace laundromat::turtle {

/// Canonical for certain: no sign but a minus, no zero in front.
[[nodiscard]] inline bool is_canonical_integer(std::string_view text) {
  if (text.starts_with('-')) return text.size() > 1 && text[1] != '0';
  return text.front() != '+' && (text.front() != '0' || text.size() == 1);
}

/// Canonical for certain: a digit that is not zero at the end, and no sign but a minus.
[[nodiscard]] inline bool is_canonical_decimal(std::string_view text) {
  const auto dot = text.find('.');
  return dot != 0 && is_canonical_integer(text.substr(0, dot)) && text.back() != '0';
}

/// U+FDD0 to U+FDEF and the last two of each plane begin with these bytes, as do a few others.
[[nodiscard]] inline bool may_have_noncharacter(std::string_view text) {
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    const auto* const found =
        static_cast<const char*>(std::memchr(text.data() + at, '\xEF', text.size() - at));
    if (found == nullptr) break;
    at = static_cast<std::size_t>(found - text.data());
    if (at + 1 < text.size() && (text[at + 1] == '\xB7' || text[at + 1] == '\xBF')) return true;
  }
  return false;
}

}  // namespace laundromat::turtle
