// Turtle's tokens, as views: where each begins and ends, and what is odd about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

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
  word,  ///< `a`, `true`, `PREFIX`, and words that mean nothing
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
  bare_iri,  ///< `http://x.org/y`
  quoted,    ///< between quotes that Turtle does not have
  stray,     ///< no token, but it is clear where it ends
  broken,    ///< a string or IRI without end: `end` is where its line ends
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

/// The first byte behind space and comments.
struct gap {
  const char* end = nullptr;
  const char* line = nullptr;  ///< the start of the line of `end`, null when no line ends in the gap
  const char* odd =
      nullptr;  ///< a byte order mark, or a part of a comment that is not UTF-8, which ends at `end`
  bool in_comment = false;  ///< the text ends in a comment that may go on
};

/// Finds tokens in a window. Looking at the same place again gives the same token, whatever has arrived since, but for `need_more`.
/// It remembers only how far it has looked into a long token.
class lexer {
 public:
  lexer(const text_window& text, const reader_limits& limits) : text_(&text), limits_(limits) {}

  /// Stops behind what is odd when `is_odd_reported`; then it must be called again.
  [[nodiscard]] gap skip_gap(const char* at, bool in_comment, bool is_odd_reported) const;
  /// The token at a byte that is no gap.
  [[nodiscard]] token next(const char* at);
  /// The same, where a letter stands.
  [[nodiscard]] token next_name(const char* at) { return lex_name(at); }
  /// The first byte behind spaces and line ends. `line` is set to the start of its line when a line ended.
  [[nodiscard]] static const char* skip_space(const char* at, const char*& line) {
    for (; (char_classes[static_cast<unsigned char>(*at)] & is_gap) != 0; ++at)
      if (*at == '\n' || *at == '\r') line = at + 1;
    return at;
  }
  /// Whether a term that ends at `at` is followed by a delimiter, perhaps after a tag or datatype. Nothing when that is not known yet.
  enum class verdict : std::uint8_t { no, yes, unknown };
  [[nodiscard]] verdict fits_after(const char* at) const;
  /// Whether a place is within a long string that holds its own quotes, and where its text ends; if that is not certain, it may go on.
  struct lookahead {
    verdict is_text = verdict::no;
    const char* end = nullptr;
    bool is_certain = false;
  };
  [[nodiscard]] lookahead find_text(const char* from, char quote);
  /// Where the term that is being looked at began, when `is_too_long` is set or `need_more` came back.
  [[nodiscard]] std::uint64_t long_begin() const { return seen_.begin; }
  /// A string is being read that is too long to be kept: the token at `at` is the rest of it.
  [[nodiscard]] bool is_within_string(const char* at) const {
    return seen_.is_dropping && text_->offset_of(at) == seen_.scanned_to;
  }
  /// The window may be cut here while a token that begins at `at` is not complete.
  [[nodiscard]] const char* needed_from(const char* at) const {
    return seen_.is_dropping ? text_->at(seen_.scanned_to) : at;
  }

 private:
  enum class closing : std::uint8_t { unknown, none, likely, certain };

  [[nodiscard]] token lex_odd(const char* at);
  [[nodiscard]] token lex_tag(const char* at);
  [[nodiscard]] token lex_iri(const char* at);
  [[nodiscard]] token end_iri(token found);
  [[nodiscard]] token break_iri(const char* at, const char* line_end) const;
  [[nodiscard]] token lex_string(const char* at);
  [[nodiscard]] token lex_short_string(const char* at);
  [[nodiscard]] token close_short_string(token found);
  [[nodiscard]] token find_lone_quote(token found);
  [[nodiscard]] token break_before_quote(token found);
  [[nodiscard]] token find_late_quote(token found);
  [[nodiscard]] token lex_long_string(const char* at);
  [[nodiscard]] token close_long_string(token found);
  [[nodiscard]] token break_long_string(token found, const char* to);
  [[nodiscard]] token break_string(const char* at);
  [[nodiscard]] token break_at(const char* at, const char* line_end) const;
  [[nodiscard]] token begin_dropping(const char* at, const char* limit, bool is_long);
  [[nodiscard]] token drop_string(const char* at);
  [[nodiscard]] token lex_name(const char* at);
  [[nodiscard]] token lex_local(const char* at, const char* colon);
  [[nodiscard]] token lex_blank(const char* at);
  [[nodiscard]] token lex_word(const char* at, const char* end_of_word);
  [[nodiscard]] token extend_bad_name(token name);
  [[nodiscard]] token end_name(token name);
  [[nodiscard]] token end_name_at_dots(token name);
  [[nodiscard]] token end_name_at_list(token name);
  [[nodiscard]] token lex_bare_iri(const char* at);
  [[nodiscard]] token lex_number(const char* at);
  [[nodiscard]] token lex_stray(const char* at, const char* from);
  [[nodiscard]] token lex_quoted(const char* at);
  [[nodiscard]] token limit_name(token name) const;
  /// Nothing when more text may change the answer.
  [[nodiscard]] const char* skip_name(const char* at, bool is_local, std::uint8_t& flags) const;
  [[nodiscard]] const char* end_of_stray(const char* from) const;
  [[nodiscard]] static bool may_open_string(const char* at, const char* from);
  [[nodiscard]] closing closes_string(const char* at, const char* limit) const;
  [[nodiscard]] verdict is_line_balanced(const char* at, bool is_plain_end) const;
  [[nodiscard]] token wait(const char* at, const char* scanned_to, std::uint8_t flags);
  [[nodiscard]] token wait_for_name(const char* at);
  [[nodiscard]] const char* resume(const char* at, const char* otherwise, std::uint8_t& flags) const;
  [[nodiscard]] bool is_cut(const char* at) const { return at >= text_->end() && !text_->is_closed(); }
  /// A line that is longer than what was looked at: nothing can be said about its quotes.
  [[nodiscard]] bool is_cut_short(const char* line_end, const char* limit) const {
    return line_end == limit && limit < end();
  }
  [[nodiscard]] const char* end() const { return text_->end(); }

  const text_window* text_;
  reader_limits limits_;
  /// How far a token was looked into when text ran out, or the string that is too long to be kept.
  struct {
    std::uint64_t begin = ~0ull, scanned_to = 0;
    std::uint8_t flags = 0;
    bool is_dropping = false, is_long = false;
    char quote = 0;
  } seen_;
  /// A line in which a quote that fits was looked for in vain: nothing is looked for behind `begin`.
  struct {
    std::uint64_t begin = ~0ull, end = 0;
  } hopeless_;
  /// No place there is within a long string.
  struct {
    std::uint64_t begin = 0, end = 0;
    char quote = 0;
  } clear_;
};

}  // namespace laundromat::turtle
