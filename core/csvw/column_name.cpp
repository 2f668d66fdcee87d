// Makes and checks names of columns.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/column_name.hpp"

namespace laundromat::csvw {

namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_code(std::string_view text, std::size_t at) {
  return text[at] == '%' && at + 2 < text.size() && hex_digit(text[at + 1]) >= 0 &&
         hex_digit(text[at + 2]) >= 0;
}

}  // namespace

bool is_column_name(std::string_view name) {
  if (name.empty() || name[0] == '_') return false;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (is_code(name, at))
      at += 2;
    else if (!is_plain(name[at]))
      return false;
  }
  return true;
}

std::string name_of_column(const std::vector<tagged_text>& titles, std::string_view language,
                           std::size_t place) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const auto& title : titles) {
    if ((!title.language.empty() && title.language != language) || title.text.empty()) continue;
    std::string name;
    for (const char c : title.text) {
      const auto byte = static_cast<unsigned char>(c);
      if (is_plain(c)) {
        name += c;
      } else {
        name += '%';
        name += digits[byte >> 4U];
        name += digits[byte & 15U];
      }
    }
    return name;
  }
  return "_col." + std::to_string(place);
}

std::string decoded_name(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (!is_code(name, at)) {
      text += name[at];
      continue;
    }
    text += static_cast<char>(hex_digit(name[at + 1]) * 16 + hex_digit(name[at + 2]));
    at += 2;
  }
  return text;
}

}  // namespace laundromat::csvw
