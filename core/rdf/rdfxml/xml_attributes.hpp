// What the lexer of start tags asks about attributes: how a tag goes on, which names it repeats, and which values hold no quotes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/model/typographic_quotes.hpp"
#include "core/rdf/rdfxml/xml_lexer.hpp"

namespace laundromat {

enum class tag_answer : std::uint8_t { yes, no, unknown };

[[nodiscard]] constexpr bool is_quote(char c) {
  return c == '"' || c == '\'';
}
[[nodiscard]] constexpr bool may_follow_value(char c) {
  return is_white_space(c) || c == '/' || c == '>';
}
/// Whether from `at` on nothing but attributes as XML wants them stands in the tag, as far as its end.
[[nodiscard]] tag_answer ends_well(std::string_view text, std::size_t at, bool is_end);
/// Whether the attribute is an IRI or the like, so that a second quote behind its value cannot belong to it.
[[nodiscard]] bool holds_no_quote(std::string_view name, std::string_view value);
/// Of attributes with the same name the first one counts when all say the same, and none when they do not.
void find_repeated(std::string_view text, xml_tag& tag);

}  // namespace laundromat
