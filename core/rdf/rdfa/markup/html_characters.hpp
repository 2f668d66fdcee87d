// Classes of ASCII characters in markup.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

#include "core/rdf/model/white_space.hpp"
#include "core/rdf/model/xml_characters.hpp"

namespace laundromat::rdfa {

/// ASCII whitespace of HTML (Infra section 4.6); XML knows no form feed.
constexpr bool is_html_space(char c) {
  return is_white_space(c) || c == '\f';
}
constexpr bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
/// As far as ASCII decides it: what a name of a prefix in XML may be.
constexpr bool is_nc_name(std::string_view word) {
  if (word.empty() || !is_name_start(word.front())) return false;
  for (const char c : word)
    if (c == ':' || !is_name_character(c)) return false;
  return true;
}
/// NCNameStartChar (NCNameChar | "/")*; characters above U+007F pass.
constexpr bool is_term(std::string_view word) {
  if (word.empty() || !is_name_start(word.front()) || word.front() == ':') return false;
  return std::ranges::all_of(word, [](char c) { return c != ':' && (is_name_character(c) || c == '/'); });
}
/// Without the white space at both ends.
constexpr std::string_view trim_html(std::string_view text) {
  while (!text.empty() && is_html_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_html_space(text.back())) text.remove_suffix(1);
  return text;
}
/// Takes the next word of a list that spaces separate; empty at its end.
constexpr std::string_view next_word(std::string_view& list) {
  while (!list.empty() && is_html_space(list.front())) list.remove_prefix(1);
  std::size_t end = 0;
  while (end < list.size() && !is_html_space(list[end])) ++end;
  const auto word = list.substr(0, end);
  list.remove_prefix(end);
  return word;
}

}  // namespace laundromat::rdfa
