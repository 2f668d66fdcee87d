// The character classes of the Turtle grammar, as a table for ASCII and as ranges for the rest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/rdf/model/white_space.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

/// The classes of ASCII.
enum class_bit : std::uint8_t {
  is_name = 1,        ///< letters, digits, `-`, `_`
  is_digit_bit = 2,   ///< 0 to 9
  is_letter = 4,      ///< A to Z, a to z
  ends_name = 8,      ///< may follow a name directly: space, a delimiter, the start of another token
  is_gap = 16,        ///< space, tab, line feed, carriage return
  ends_plainly = 32,  ///< ends a name without a doubt
};

/// The classes of each byte, as a union of `class_bit`.
inline constexpr auto char_classes = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = is_name | is_digit_bit;
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = is_name | is_letter;
  table['-'] = table['_'] = is_name;
  for (const char c : std::string_view(" \t\r\n")) table[static_cast<unsigned char>(c)] = is_gap | ends_name;
  for (const char c : std::string_view(";,.)]}#<\"'([{^@")) table[static_cast<unsigned char>(c)] |= ends_name;
  for (unsigned c = 0; c < 128; ++c)
    if ((table[c] & ends_name) != 0 && c != '.' && c != '(') table[c] |= ends_plainly;
  return table;
}();

/// Whether a byte is of one of the classes, a union of `class_bit`.
[[nodiscard]] inline bool has_class(char c, unsigned bits) {
  return (char_classes[static_cast<unsigned char>(c)] & bits) != 0;
}

/// What closes a bracket, a list or a graph.
[[nodiscard]] constexpr bool is_closing(char c) {
  return c == ']' || c == ')' || c == '}';
}
/// What ends a complete object, but for the dot.
[[nodiscard]] constexpr bool is_delimiter(char c) {
  return c == ';' || c == ',' || is_closing(c);
}

/// Keywords of SPARQL ignore case. `keyword` is in upper case.
[[nodiscard]] constexpr bool is_keyword(std::string_view text, std::string_view keyword) {
  if (text.size() != keyword.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'a' && text[i] <= 'z' ? static_cast<char>(text[i] - 'a' + 'A') : text[i];
    if (c != keyword[i]) return false;
  }
  return true;
}

/// What may follow a backslash in a local name: PN_LOCAL_ESC (production 172s).
[[nodiscard]] constexpr bool is_escapable(char c) {
  return c != '\0' && std::string_view("_~.-!$&'()*+,;=/?#@%").find(c) != std::string_view::npos;
}

}  // namespace laundromat::turtle
