// Implements the search for mistyped comments: looks for the dashes and brackets that text processors make of `<!--` and `-->`.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/meant_comment.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

namespace {

/// The length of a dash at the front, as it is typed or as a text processor makes it: U+2010 to U+2015, U+2212; 0 for none.
std::size_t dash_length(std::string_view text) {
  if (text.starts_with('-')) return 1;
  const bool is_dash =
      text.starts_with("\xE2\x80") && text.size() > 2 && text[2] >= '\x90' && text[2] <= '\x95';
  return is_dash || text.starts_with("\xE2\x88\x92") ? 3 : 0;
}

/// Whether two dashes, or what a text processor makes of them, precede `at`, with at most spaces and a `!` between.
bool ends_in_dashes(std::string_view text, std::size_t at) {
  constexpr std::size_t most_spaces = 64;
  const auto least = at - std::min(at, most_spaces);
  if (at > 0 && text[at - 1] == '!')
    --at;
  else
    while (at > least && text[at - 1] == ' ') --at;
  const auto front = text.substr(0, at);
  return front.ends_with("--") || (at >= 3 && front[at - 1] != '-' && dash_length(front.substr(at - 3)) == 3);
}

}  // namespace

std::size_t find_meant_end(std::string_view text, std::size_t from) {
  constexpr std::array<std::string_view, 3> marks{">", "\xE2\x80\xBA", "&gt;"};
  std::array<std::size_t, marks.size()> next{};
  for (std::size_t i = 0; i < marks.size(); ++i) next[i] = text.find(marks[i], from);
  for (;;) {
    const auto i = static_cast<std::size_t>(std::ranges::min_element(next) - next.begin());
    const auto at = next[i];
    if (at == npos) return npos;
    if (ends_in_dashes(text.substr(from), at - from)) return at + marks[i].size();
    next[i] = text.find(marks[i], at + 1);
  }
}

meant_opening find_meant_opening(std::string_view text, bool is_among_elements) {
  constexpr std::array<std::string_view, 4> marks{"<", "\xE2\x80\xB9", "\xEF\xBC\x9C", "\xC2\xAB"};
  const auto ends_in_mark = [&](std::string_view front) -> std::size_t {
    for (const auto mark : marks)
      if (front.ends_with(mark)) return mark.size();
    if (is_among_elements && front.ends_with("&lt;")) return 4;
    return is_among_elements && front.ends_with("< ") ? 2 : 0;
  };
  for (auto at = text.find('!'); at != npos; at = text.find('!', at + 1)) {
    const auto mark = ends_in_mark(text.substr(0, at));
    auto end = at + 1;
    while (is_among_elements && end < text.size() && text[end] == ' ') ++end;
    const auto first = end;
    while (const auto dash = dash_length(text.substr(end))) end += dash;
    const auto dashes = text.substr(first, end - first);
    const bool is_sure = first == at + 1 || dashes.size() > 1;
    if (mark > 0 && !dashes.empty() && is_sure) return {at - mark, mark + end - at};
    const bool is_word = at == 0 || is_white_space(text[at - 1]);
    if (is_among_elements && is_word && text.substr(at + 1).starts_with("--")) return {at, 3, true};
  }
  return {};
}

}  // namespace laundromat::rdfxml
