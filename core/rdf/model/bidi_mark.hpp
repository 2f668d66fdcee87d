// The invisible marks of writing direction, which are part of no IRI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// Of each mark in UTF-8.
inline constexpr std::size_t bidi_bytes = 3;

/// Whether a text is U+200E, U+200F, U+202A to U+202E or U+2066 to U+2069. Source: RFC 3987 section 4.1.
[[nodiscard]] constexpr bool is_bidi_mark(std::string_view text) {
  if (text.size() != bidi_bytes || text[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(text[2]);
  if (text[1] == '\x81') return last >= 0xA6 && last <= 0xA9;
  return text[1] == '\x80' && (last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE));
}
/// The bytes of the marks at the front of a text.
[[nodiscard]] constexpr std::size_t leading_bidi_bytes(std::string_view text) {
  std::size_t found = 0;
  while (is_bidi_mark(text.substr(found, bidi_bytes))) found += bidi_bytes;
  return found;
}

}  // namespace laundromat
