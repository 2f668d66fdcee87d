// Implements the roles of tokens that depend on their text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/token_roles.hpp"

#include <algorithm>

#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

token_roles roles_of(const token& t) {
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
      return {true, true, true};
    case token_kind::blank:
      return {true, false, true};
    case token_kind::string:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      return {false, false, true};
    case token_kind::open_reified:
      return {true, false, true};
    case token_kind::open_triple:
      return {false, false, true};
    case token_kind::word:
      return {false, t.text() == "a", t.text() == "true" || t.text() == "false"};
    default:
      return {};
  }
}

std::string_view directive_of_word(const token& t) {
  auto text = t.text();
  if (t.kind == token_kind::tag) text.remove_prefix(1);
  if (is_keyword(text, "PREFIX")) return "PREFIX";
  if (is_keyword(text, "BASE")) return "BASE";
  return is_keyword(text, "VERSION") ? std::string_view("VERSION") : std::string_view();
}

bool is_known_word(const token& t) {
  if (t.kind != token_kind::word) return false;
  const auto text = t.text();
  return text == "a" || text == "true" || text == "false" || !directive_of(t).empty() ||
         is_keyword(text, "GRAPH");
}

bool may_hold_dot(const token& t) {
  if (t.kind != token_kind::name || t.has(is_too_long)) return false;
  const auto name = t.text();
  const auto dot = name.find('.', std::min(name.find(':'), name.size()));
  return dot != name.npos && name.find(':', dot) != name.npos;
}

}  // namespace laundromat::turtle
