// What a token can be in a statement, from the token alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// The places of a statement that a token can take.
struct token_roles {
  bool subject = false, predicate = false, object = false;

  [[nodiscard]] bool any() const { return subject || predicate || object; }
};
[[nodiscard]] token_roles roles_of(const token& t);

[[nodiscard]] constexpr bool is_number(token_kind kind) {
  return kind == token_kind::integer || kind == token_kind::decimal || kind == token_kind::real;
}
/// A token that ends an object.
[[nodiscard]] constexpr bool is_delimiter(token_kind kind) {
  return kind == token_kind::comma || kind == token_kind::semicolon || kind == token_kind::dot ||
         kind == token_kind::close_bracket || kind == token_kind::close_brace ||
         kind == token_kind::close_annotation;
}
[[nodiscard]] constexpr bool is_closing(token_kind kind) {
  return kind == token_kind::close_bracket || kind == token_kind::close_list ||
         kind == token_kind::close_brace;
}
/// Behind a comma or semicolon the statement goes on.
[[nodiscard]] constexpr bool is_joint(token_kind kind) {
  return kind == token_kind::comma || kind == token_kind::semicolon;
}
/// No statement begins behind these tokens: something else must follow.
[[nodiscard]] constexpr bool needs_more(token_kind kind) {
  return is_joint(kind) || kind == token_kind::carets || kind == token_kind::open_bracket ||
         kind == token_kind::open_list;
}
/// No statement begins with one of these, unless it is a keyword.
[[nodiscard]] constexpr bool is_odd_subject(token_kind kind) {
  return kind == token_kind::word || kind >= token_kind::quoted || kind == token_kind::tilde ||
         kind == token_kind::close_reified || kind == token_kind::close_annotation;
}
/// Neither a predicate nor a delimiter, unless it is a keyword.
[[nodiscard]] constexpr bool is_odd_predicate(token_kind kind) {
  return kind == token_kind::word || kind == token_kind::string || kind == token_kind::quoted ||
         kind == token_kind::stray || kind == token_kind::broken;
}
/// An IRI, name or bracket: the first token of a well-formed statement.
[[nodiscard]] constexpr bool is_subject_start(token_kind kind) {
  return kind == token_kind::iri || kind == token_kind::name || kind == token_kind::blank ||
         kind == token_kind::open_bracket || kind == token_kind::open_list ||
         kind == token_kind::open_reified;
}

/// `directive_of` for a token that is a tag or word.
[[nodiscard]] std::string_view directive_of_word(const token& t);
/// `PREFIX`, `BASE` or `VERSION` when the token begins a directive, `@Prefix` included; else empty.
[[nodiscard]] inline std::string_view directive_of(const token& t) {
  const bool may_be = t.kind == token_kind::tag || t.kind == token_kind::word;
  return may_be ? directive_of_word(t) : std::string_view();
}
/// `prefix:` without a local part.
[[nodiscard]] inline bool is_bare_prefix(const token& t) {
  return t.kind == token_kind::name && t.end == t.inner + 1;
}
/// The part of a name before its colon.
[[nodiscard]] inline std::string_view prefix_of(const token& name) {
  return {name.begin, static_cast<std::size_t>(name.inner - name.begin)};
}
/// `a`, `true`, `false`, `PREFIX`, `BASE`, `VERSION`, `GRAPH`.
[[nodiscard]] bool is_known_word(const token& t);
/// A name such as `ex:e.ex:f`, whose dot may end a statement.
[[nodiscard]] bool may_hold_dot(const token& t);

}  // namespace laundromat::turtle
