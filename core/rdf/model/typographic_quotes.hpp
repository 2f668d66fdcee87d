// The quotes of word processors, U+2018 to U+201F, in the place of ASCII quotes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// The length of the typographic quote at the front, or 0.
[[nodiscard]] constexpr std::size_t typographic_quote(std::string_view text) {
  return text.size() > 2 && text.starts_with("\xE2\x80") && text[2] >= '\x98' && text[2] <= '\x9F' ? 3 : 0;
}
constexpr std::size_t typographic_bytes = 3;               ///< of each typographic quote
constexpr std::string_view typographic_lead = "\xE2\x80";  ///< the first bytes of each
[[nodiscard]] constexpr bool ends_typographic(std::string_view text) {
  return text.size() >= typographic_bytes &&
         typographic_quote(text.substr(text.size() - typographic_bytes)) > 0;
}
/// Whether the typographic quote at the end of the text is a double one.
[[nodiscard]] constexpr bool is_double_typographic(std::string_view text) {
  return text.back() >= '\x9C';
}

}  // namespace laundromat
