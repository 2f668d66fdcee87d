// `\uXXXX` and `\UXXXXXXXX`, and surrogate pairs written as such escapes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/web/uri_characters.hpp"

namespace laundromat {

/// A decoded escape.
struct unicode_escape {
  std::size_t length = 0;  ///< with the backslash; 0 when there is none
  char32_t code = 0;
};

/// The escape at `at` (RDF 1.1 N-Triples, production 10). `at` may be beyond the end.
[[nodiscard]] inline unicode_escape unicode_escape_at(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || text[at] != '\\' || (text[at + 1] != 'u' && text[at + 1] != 'U')) return {};
  const std::size_t digits = text[at + 1] == 'u' ? 4 : 8;
  if (text.size() - at < 2 + digits) return {};
  char32_t code = 0;
  for (std::size_t i = at + 2; i < at + 2 + digits; ++i) {
    const int value = hex_value(text[i]);
    if (value < 0) return {};
    code = code * 16 + static_cast<char32_t>(value);
  }
  return {2 + digits, code};
}

/// Half of a pair, which is not a character (Unicode 15, section 3.8, surrogates).
[[nodiscard]] constexpr bool is_surrogate(char32_t code) {
  return code >= 0xD800 && code <= 0xDFFF;
}
/// The first half of a pair.
[[nodiscard]] constexpr bool is_high_surrogate(char32_t code) {
  return code >= 0xD800 && code <= 0xDBFF;
}
/// The second half of a pair.
[[nodiscard]] constexpr bool is_low_surrogate(char32_t code) {
  return code >= 0xDC00 && code <= 0xDFFF;
}
/// The character of a pair.
[[nodiscard]] constexpr char32_t join_surrogates(char32_t high, char32_t low) {
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}
/// The two escapes of a surrogate pair at `at`, as the one escape that they should be.
[[nodiscard]] inline unicode_escape split_pair_at(std::string_view text, std::size_t at) {
  const auto high = unicode_escape_at(text, at);
  if (!is_high_surrogate(high.code)) return {};
  const auto low = unicode_escape_at(text, at + high.length);
  if (!is_low_surrogate(low.code)) return {};
  return {high.length + low.length, join_surrogates(high.code, low.code)};
}

}  // namespace laundromat
