// Questions of the lexer of start tags about attributes: how a tag continues, which names it repeats, which values have no quotes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/model/typographic_quotes.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

enum class tag_answer : std::uint8_t { yes, no, unknown };

[[nodiscard]] constexpr bool is_quote(char c) {
  return c == '"' || c == '\'';
}
[[nodiscard]] constexpr bool may_follow_value(char c) {
  return is_white_space(c) || c == '/' || c == '>';
}
/// Whether a `<` and a name that ends at `at` are text, as in `if (a<b) x`: a mark follows, and then no `>`, but the end tag of something else.
[[nodiscard]] tag_answer begins_no_tag(std::string_view text, std::size_t at, bool is_end);
/// Whether the tag has nothing but well-formed attributes from `at` on to its end.
[[nodiscard]] tag_answer ends_well(std::string_view text, std::size_t at, bool is_end);
/// Whether the attribute is an IRI or the like, so that a second quote behind its value cannot belong to it.
[[nodiscard]] bool holds_no_quote(std::string_view name, std::string_view value);
/// Of attributes with the same name the first one counts when all have the same value, and none when they differ.
void find_repeated(std::string_view text, xml_tag& tag);

/// Where a value ends that holds the tag at `markup`, with quotes as they are: at the first quote between tags behind which the tag around
/// may continue, and which is on the same line, or where all elements are closed. `quote` is the one it begins with, or 0.
[[nodiscard]] tag_answer find_end_behind_markup(std::string_view text, std::size_t markup, char quote,
                                                bool is_end, std::size_t& close);

}  // namespace laundromat::rdfxml
