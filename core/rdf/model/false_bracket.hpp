// Characters that look like an angle bracket, from word processors and keyboards.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/model/white_space.hpp"

namespace laundromat {

/// Why a text cannot be read that begins with a character in the place of `<`, or the empty string.
[[nodiscard]] constexpr std::string_view why_false_bracket(std::string_view text) {
  constexpr struct {
    std::string_view character, why;
  } known[] = {
      {"\xE2\x80\xB9", "U+2039 in the place of <"},  {"\xC2\xAB", "U+00AB in the place of <<"},
      {"\xE2\x9F\xA8", "U+27E8 in the place of <"},  {"\xE2\x8C\xA9", "U+2329 in the place of <"},
      {"\xE3\x80\x88", "U+3008 in the place of <"},  {"\xEF\xBC\x9C", "U+FF1C in the place of <"},
      {"\xE2\x89\xAA", "U+226A in the place of <<"}, {"\xE3\x80\x8A", "U+300A in the place of <<"},
  };
  for (const auto& one : known)
    if (text.starts_with(one.character)) return one.why;
  return {};
}

/// The same for the second bracket of a triple term, as in `<\u2039( `: the character may begin a relative reference when no parenthesis follows.
[[nodiscard]] constexpr std::string_view why_false_triple_term(std::string_view text) {
  if (!text.starts_with('<')) return {};
  const auto why = why_false_bracket(text.substr(1));
  const auto width = why.empty() ? 0U : text[1] == '\xC2' ? 2U : 3U;
  return !why.empty() && text.substr(1 + width).starts_with('(') ? why : std::string_view{};
}

/// Whether a guillemet is in the place of the `<<` of a triple term: Turtle reads one in the place of a quote, too, but no text begins with a
/// parenthesis and an IRI or a gap.
[[nodiscard]] constexpr bool is_false_triple_bracket(std::string_view text) {
  if (!text.starts_with("\xC2\xAB(") || text.size() < 4) return false;
  return text[3] == '<' || is_white_space(text[3]);
}

}  // namespace laundromat
