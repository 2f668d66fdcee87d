// Implements the lexer: its table decides by the first byte which scanner reads a token.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/lexer.hpp"

#include <array>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/model/blank_label.hpp"
#include "core/rdf/model/false_bracket.hpp"
#include "core/rdf/model/typographic_quotes.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/number_scanner.hpp"
#include "core/rdf/turtle/tokens/stray.hpp"
#include "core/rdf/turtle/tokens/token_roles.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

/// The least length of `<<<<<<<` and `>>>>>>>` around lines that a version control system could not merge.
constexpr std::ptrdiff_t conflict_marker_bytes = 7;

constexpr std::ptrdiff_t longest_scheme = 16;

/// The kind of token that a byte begins, where one byte decides it; `need_more` where it does not.
constexpr auto first_kinds = [] {
  std::array<token_kind, 256> table{};
  table[';'] = token_kind::semicolon;
  table[','] = token_kind::comma;
  table['['] = token_kind::open_bracket;
  table[']'] = token_kind::close_bracket;
  table['('] = token_kind::open_list;
  table[')'] = token_kind::close_list;
  table['{'] = token_kind::open_brace;
  table['}'] = token_kind::close_brace;
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = token_kind::integer;
  table['+'] = table['-'] = token_kind::integer;
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = token_kind::name;
  table['_'] = table[':'] = token_kind::name;
  table['<'] = token_kind::iri;
  table['"'] = table['\''] = token_kind::string;
  table['.'] = token_kind::dot;
  table['@'] = token_kind::tag;
  return table;
}();

}  // namespace

token lexer::next(const char* at) {
  if (strings_.is_within_dropped(at)) return strings_.scan_dropped(at);
  strings_.stop_dropping();
  const auto kind = first_kinds[static_cast<unsigned char>(*at)];
  switch (kind) {
    case token_kind::name:
      return names_.scan(at);
    case token_kind::string:
      return strings_.scan(at);
    case token_kind::iri:
      return scan_angle(at);
    case token_kind::integer:
      return scan_number(*text_, at);
    case token_kind::dot:
      if (text_->is_cut(at + 1)) return need_more_at(at);
      if (has_class(at[1], is_digit_bit)) return scan_number(*text_, at);
      return {kind, 0, at, at + 1, at};
    case token_kind::tag:
      return names_.scan_tag(at);
    case token_kind::close_list:
    case token_kind::open_brace:
      return scan_bracket(at, kind);
    case token_kind::need_more:
      if (at >= text_->end())
        return {text_->is_closed() ? token_kind::end : token_kind::need_more, 0, at, at, at};
      return scan_odd(at);
    default:
      return {kind, 0, at, at + 1, at};
  }
}

/// An IRI, `<<` or `<<(`. An IRI with a bracket too many is none of the latter.
token lexer::scan_angle(const char* at) {
  if (text_->is_cut(at + 1)) return need_more_at(at);
  if (at[1] != '<') return iris_.scan(at, is_in_triple_);
  if (text_->is_cut(at + 2)) return need_more_at(at);
  if (at[2] == '(') return {token_kind::open_triple, 0, at, at + 3, at};
  const auto* run = at + 2;
  while (*run == '<' && run - at < conflict_marker_bytes) ++run;
  if (text_->is_cut(run)) return need_more_at(at);
  if (run - at == conflict_marker_bytes) return iris_.scan(at);
  const auto* word = at + 2;
  while (has_class(*word, is_letter) && word - at < longest_scheme) ++word;
  if (text_->is_cut(word + 2)) return need_more_at(at);
  const bool is_iri = word > at + 2 && word[0] == ':' && word[1] == '/' && word[2] == '/';
  return is_iri ? iris_.scan(at) : token{token_kind::open_reified, 0, at, at + 2, at};
}

/// `)` or `)>>`, `{` or `{|`.
token lexer::scan_bracket(const char* at, token_kind kind) const {
  if (text_->is_cut(at + 1)) return need_more_at(at);
  if (kind == token_kind::open_brace && at[1] == '|') return {token_kind::open_annotation, 0, at, at + 2, at};
  if (kind == token_kind::close_list && at[1] == '>') {
    if (text_->is_cut(at + 2)) return need_more_at(at);
    if (at[2] == '>') return {token_kind::close_triple, 0, at, at + 3, at};
  }
  return {kind, 0, at, at + 1, at};
}

/// A byte that begins no token of Turtle, or one above ASCII.
token lexer::scan_odd(const char* at) {
  const char c = *at;
  if (c == '^') {
    if (text_->is_cut(at + 1)) return need_more_at(at);
    if (at[1] == '^') return {token_kind::carets, 0, at, at + 2, at};
  }
  if (c == '~') return {token_kind::tilde, 0, at, at + 1, at};
  if (c == '>' || c == '|') {
    if (text_->is_cut(at + 1)) return need_more_at(at);
    if (c == '>' && at[1] == '>') {
      const auto* run = at + 2;
      while (*run == '>' && run - at < conflict_marker_bytes) ++run;
      if (text_->is_cut(run)) return need_more_at(at);
      if (run - at < conflict_marker_bytes) return {token_kind::close_reified, 0, at, at + 2, at};
    }
    if (c == '|' && at[1] == '}') return {token_kind::close_annotation, 0, at, at + 2, at};
  }
  if (is_high(c)) {
    const auto marks = leading_bidi_bytes({at, static_cast<std::size_t>(text_->end() - at)});
    if (marks > 0) return scan_marked(at, at + marks);
    const auto step = next_utf8({at, static_cast<std::size_t>(text_->end() - at)});
    if (step.is_valid && is_pn_chars_base(step.code)) return names_.scan(at);
    if (step.code == 0xAB && text_->is_cut(at + 3)) return need_more_at(at);
    if (is_false_triple_bracket({at, static_cast<std::size_t>(text_->end() - at)}))
      return scan_stray(*text_, at, at + 1);
    if (step.is_valid && is_typographic_quote_or_guillemet(step.code)) return strings_.scan_quoted(at);
  }
  if (c == '`') return strings_.scan_quoted(at);
  return scan_stray(*text_, at, at + 1);
}

/// Marks of writing direction directly before an IRI or a prefixed name are stripped with it, so they are part of its token. A prefix that is
/// declared, and what is neither, does not begin with them.
token lexer::scan_marked(const char* at, const char* term) {
  if (text_->is_cut(term)) return wait_for_name(*text_, at);
  const auto step = next_utf8({term, static_cast<std::size_t>(text_->end() - term)});
  const bool is_name = step.is_valid && (first_kinds[static_cast<unsigned char>(*term)] == token_kind::name ||
                                         is_pn_chars_base(step.code));
  if (is_name || *term == '<') {
    auto found = is_name ? names_.scan(term) : scan_angle(term);
    if (found.kind == token_kind::need_more) return need_more_at(at);
    if (found.kind == token_kind::iri || (found.kind == token_kind::name && !is_bare_prefix(found))) {
      found.begin = at;
      found.flags &= static_cast<std::uint8_t>(~is_plain);
      return found;
    }
  }
  return scan_stray(*text_, at, at + 1);
}

}  // namespace laundromat::turtle
