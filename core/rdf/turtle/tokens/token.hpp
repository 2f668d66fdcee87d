// Turtle's tokens, as views: where each begins and ends, and what is odd about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat::turtle {

enum class token_kind : std::uint8_t {
  need_more,  ///< the end of the token has not come yet
  end,        ///< of the document
  iri,
  name,   ///< prefix:local
  blank,  ///< _:label
  string,
  integer,
  decimal,
  real,  ///< with an exponent
  word,  ///< `a`, `true`, `PREFIX`, and words without a meaning
  tag,   ///< `@` and what follows: a language tag or a directive
  carets,
  dot,
  semicolon,
  comma,
  open_bracket,
  close_bracket,
  open_list,
  close_list,
  open_brace,
  close_brace,
  open_triple,       ///< `<<(`
  close_triple,      ///< `)>>`
  open_reified,      ///< `<<`
  close_reified,     ///< `>>`
  tilde,             ///< a reifier follows
  open_annotation,   ///< `{|`
  close_annotation,  ///< `|}`
  bare_iri,          ///< `http://x.org/y`
  quoted,            ///< between quotes that Turtle does not have
  stray,             ///< no token, but it is clear where it ends
  broken,            ///< a string or IRI without end: `end` is where its line ends
};

/// What is odd about a token. Names: `is_plain` says that nothing is.
enum token_flag : std::uint8_t {
  is_plain = 1,       ///< a local name of ASCII letters, digits and `_-.:`
  has_escapes = 2,    ///< a backslash
  is_bad_name = 4,    ///< a name or label with characters that must be escaped, or cannot be
  is_long = 8,        ///< a string in three quotes
  has_breaks = 16,    ///< line breaks in a short string
  has_quotes = 32,    ///< quotes of its own kind in a short string
  has_controls = 64,  ///< control characters other than tab and line breaks
  is_too_long = 128,  ///< beyond `term_bytes`: `begin` and `inner` are where it ends
};

struct token {
  token_kind kind = token_kind::need_more;
  std::uint8_t flags = 0;
  const char* begin = nullptr;
  const char* end = nullptr;
  const char* inner = nullptr;  ///< the colon of a name, the first byte within the quotes of a string

  [[nodiscard]] bool has(unsigned flag) const { return (flags & flag) != 0; }
  [[nodiscard]] std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

}  // namespace laundromat::turtle
