// The quotes of word processors in the place of ASCII quotes: U+2018 to U+201F everywhere, in Turtle also the guillemets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// Whether a string of Turtle may begin with the character instead of a quote: the quotes U+2018 to U+201F, and the guillemets
/// U+00AB and U+00BB. The functions below, for attribute values in markup, do not accept guillemets.
[[nodiscard]] constexpr bool is_typographic_quote_or_guillemet(char32_t c) {
  return (c >= 0x2018 && c <= 0x201F) || c == 0xAB || c == 0xBB;
}
/// The length of the typographic quote at the front, U+2018 to U+201F in UTF-8, or 0.
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
