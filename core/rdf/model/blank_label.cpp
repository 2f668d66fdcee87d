// Implements the length of labels and the repair of characters that no label may have.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/blank_label.hpp"

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

enum class label_place : std::uint8_t { first, inner };

/// Whether a label may have the character, but for dots.
bool is_label_character(char32_t c, label_place place) {
  const bool is_ascii = c < 0x80;
  const auto byte = static_cast<char>(is_ascii ? c : 0);
  if (is_ascii)
    return is_alpha(byte) || is_digit(byte) || byte == '_' || (byte == '-' && place == label_place::inner);
  return place == label_place::inner ? is_pn_chars(c) : is_pn_chars_base(c);
}

}  // namespace

std::size_t label_length(std::string_view text) {
  std::size_t at = 0, last = 0;
  while (at < text.size()) {
    const auto step = next_utf8(text.substr(at));
    const bool is_dot = text[at] == '.' && at > 0;
    if (!is_dot &&
        (!step.is_valid || !is_label_character(step.code, at == 0 ? label_place::first : label_place::inner)))
      break;
    at += step.length;
    if (!is_dot) last = at;
  }
  return last;
}

std::string repair_label(std::string_view label) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string mended;
  for (std::size_t at = 0; at < label.size();) {
    const auto step = next_utf8(label.substr(at));
    const auto bytes = label.substr(at, step.length);
    const bool is_inner_dot = bytes == "." && at > 0 && at + 1 < label.size();
    if (is_inner_dot || is_label_character(step.code, at == 0 ? label_place::first : label_place::inner)) {
      mended.append(bytes);
    } else {
      for (const unsigned char byte : bytes)
        mended.append("~x").append(1, digits[byte >> 4]).append(1, digits[byte & 15u]);
    }
    at += step.length;
  }
  return mended;
}

}  // namespace laundromat
