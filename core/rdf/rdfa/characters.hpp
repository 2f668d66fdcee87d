// Classes of ASCII characters in markup.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// ASCII whitespace of HTML; XML knows no form feed.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
constexpr bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
/// As far as ASCII decides it: what begins a name in XML.
constexpr bool is_name_start(char c) {
  return is_alpha(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}
/// As far as ASCII decides it: what goes on with a name in XML.
constexpr bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c) || c == '-' || c == '.';
}
/// As far as ASCII decides it: what a name of a prefix in XML may be.
constexpr bool is_nc_name(std::string_view word) {
  if (word.empty() || !is_name_start(word.front())) return false;
  for (const char c : word)
    if (c == ':' || !is_name_char(c)) return false;
  return true;
}
/// Of ASCII letters; other bytes stay.
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}
/// The value of a hexadecimal digit, or -1.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
/// Whether `a` is `lower`, which has no upper case, in any case of ASCII.
constexpr bool equals_ignoring_case(std::string_view a, std::string_view lower) {
  if (a.size() != lower.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (to_lower(a[i]) != lower[i]) return false;
  return true;
}
/// Without the white space at both ends.
constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}
/// Takes the next word of a list that spaces separate; empty at its end.
constexpr std::string_view next_word(std::string_view& list) {
  while (!list.empty() && is_space(list.front())) list.remove_prefix(1);
  std::size_t end = 0;
  while (end < list.size() && !is_space(list[end])) ++end;
  const auto word = list.substr(0, end);
  list.remove_prefix(end);
  return word;
}

}  // namespace laundromat
