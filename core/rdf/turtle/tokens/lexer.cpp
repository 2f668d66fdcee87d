// The dispatch on a token's first byte, and the tokens that are neither names nor strings.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/lexer.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

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

/// Where the first gap is, or `to`.
const char* end_of_word(const char* at, const char* to) {
  return std::find_if(at, to, [](char c) { return has_class(c, is_gap); });
}

std::string_view rest(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace

gap lexer::skip_gap(const char* at, bool in_comment, bool is_odd_reported) const {
  gap found;
  const char* const stop = end();
  for (;;) {
    const char c = in_comment ? '#' : *at;
    if (c == ' ' || c == '\t') {
      ++at;
    } else if (is_line_end(c)) {
      found.line = ++at;
    } else if (c == '#' && (in_comment || at < stop)) {
      const auto* comment_end = find_line_end(at, stop);
      const auto* bad = is_odd_reported ? text_->find_bad(at, comment_end) : comment_end;
      found.in_comment = true;
      if (bad != comment_end) {
        found.odd = bad;
        at = bad + next_utf8(rest(bad, comment_end)).length;
        break;
      }
      at = comment_end;
      if (at == stop) break;
      in_comment = found.in_comment = false;
    } else if (c == '\xEF' && rest(at, stop).starts_with("\xEF\xBB\xBF")) {
      found.odd = at;
      at += 3;
      if (is_odd_reported) break;
    } else {
      break;
    }
  }
  found.end = at;
  return found;
}

token lexer::next(const char* at) {
  if (seen_.is_dropping) {
    if (is_within_string(at)) return drop_string(at);
    seen_.is_dropping = false;
  }
  const auto kind = first_kinds[static_cast<unsigned char>(*at)];
  switch (kind) {
    case token_kind::name:
      return lex_name(at);
    case token_kind::string:
      return lex_string(at);
    case token_kind::iri:
      return lex_iri(at);
    case token_kind::integer:
      return lex_number(at);
    case token_kind::dot:
      if (is_cut(at + 1)) return wait(at, at, 0);
      if (has_class(at[1], is_digit_bit)) return lex_number(at);
      return {kind, 0, at, at + 1, at};
    case token_kind::tag:
      return lex_tag(at);
    case token_kind::need_more:
      if (at >= end()) return {text_->is_closed() ? token_kind::end : token_kind::need_more, 0, at, at, at};
      return lex_odd(at);
    default:
      return {kind, 0, at, at + 1, at};
  }
}

token lexer::lex_tag(const char* at) {
  const auto* to = at + 1;
  while (has_class(*to, is_name)) ++to;
  if (is_cut(to)) return wait_for_name(at);
  return limit_name({token_kind::tag, 0, at, to, at + 1});
}

/// A byte that begins no token of Turtle, or one above ASCII.
token lexer::lex_odd(const char* at) {
  const char c = *at;
  if (c == '^') {
    if (is_cut(at + 1)) return wait(at, at, 0);
    if (at[1] == '^') return {token_kind::carets, 0, at, at + 2, at};
  }
  if (is_high(c)) {
    const auto step = next_utf8(rest(at, end()));
    if (step.is_valid && is_name_base(step.code)) return lex_name(at);
    if (step.is_valid && is_odd_quote(step.code)) return lex_quoted(at);
  }
  if (c == '`') return lex_quoted(at);
  return lex_stray(at, at + 1);
}

token lexer::wait(const char* at, const char* scanned_to, std::uint8_t flags) {
  seen_ = {text_->offset_of(at), text_->offset_of(scanned_to), flags, false, false, 0};
  return {token_kind::need_more, 0, at, at, at};
}

const char* lexer::resume(const char* at, const char* otherwise, std::uint8_t& flags) const {
  if (seen_.begin != text_->offset_of(at)) return otherwise;
  flags |= seen_.flags;
  return std::max(otherwise, text_->at(seen_.scanned_to));
}

token lexer::lex_iri(const char* at) {
  token found{token_kind::iri, 0, at, at, at + 1};
  const auto* limit =
      static_cast<std::uint64_t>(end() - at) > limits_.term_bytes ? at + limits_.term_bytes : end();
  const auto* to = resume(at, at + 1, found.flags);
  for (;;) {
    const auto* const from = to;
    to = find_iri_stop(from, limit);
    if (found.has(has_breaks)) to = std::find(from, to, '"');
    if (to >= limit && limit < end()) return {token_kind::broken, 0, at, limit, at};
    if (is_cut(to)) return wait(at, to, found.flags);
    if (to >= limit || is_line_end(*to)) return break_iri(at, to);
    if (*to == '<' || *to == '"')
      return {token_kind::stray, 0, at, found.has(has_breaks) ? end_of_word(at, to) : to, at};
    if (has_class(*to, is_gap)) found.flags |= has_breaks;
    if (*to == '>') {
      found.end = to + 1;
      if (found.has(has_breaks) && rest(at, to).starts_with("<!--"))
        return {token_kind::stray, 0, at, found.end, at};
      return end_iri(found);
    }
    if (*to == '\\') found.flags |= has_escapes;
    ++to;
  }
}

/// No other token holds a `>`, so one that comes before a gap or another token belongs to the IRI.
token lexer::end_iri(token found) {
  if (is_cut(found.end)) return wait(found.begin, found.end - 1, found.flags);
  found.flags &= static_cast<std::uint8_t>(~has_breaks);
  if (has_class(*found.end, ends_name) || *found.end == ':') return found;
  const auto* limit = end() - found.end > line_lookahead_bytes ? found.end + line_lookahead_bytes : end();
  const auto* to = found.end;
  for (; to < limit && !has_class(*to, is_gap) && *to != '<' && *to != '"' && *to != '\''; ++to)
    if (*to == '>') found.end = to + 1;
  if (is_cut(to)) return wait(found.begin, found.begin + 1, 0);
  return found;
}

/// What comes behind a space or quote is hardly part of an IRI whose end is missing.
token lexer::break_iri(const char* at, const char* line_end) const {
  const auto* to = at + 1;
  while (to < line_end && !has_class(*to, is_gap) && *to != '"') ++to;
  return break_at(at, to);
}

/// The delimiter that ends a line is not taken for part of a string or IRI whose end is missing.
token lexer::break_at(const char* at, const char* line_end) const {
  const auto* to = line_end;
  while (to > at + 1 && has_class(to[-1], is_gap)) --to;
  if (to > at + 1 && (to[-1] == '.' || to[-1] == ';' || to[-1] == ',')) --to;
  return {token_kind::broken, 0, at, to, at};
}

token lexer::lex_number(const char* at) {
  const auto* run = at;
  while (has_class(*run, is_digit_bit) || *run == '+' || *run == '-' || *run == '.' || *run == 'e' ||
         *run == 'E')
    ++run;
  if (is_cut(run)) return wait_for_name(at);
  if (run - at > name_limit_bytes) return limit_name({token_kind::stray, 0, at, run, at});
  const auto skip_digits = [](const char* from) {
    while (has_class(*from, is_digit_bit)) ++from;
    return from;
  };
  const auto* first = at + (*at == '+' || *at == '-' ? 1 : 0);
  const auto* to = skip_digits(first);
  bool has_digits = to != first;
  auto kind = token_kind::integer;
  const auto end_of_exponent = [&](const char* from) {
    if (*from != 'e' && *from != 'E') return from;
    const auto* digits = from + 1 + (from[1] == '+' || from[1] == '-' ? 1 : 0);
    const auto* after = skip_digits(digits);
    return after == digits ? from : after;
  };
  if (*to == '.') {
    const auto* after = skip_digits(to + 1);
    const bool has_fraction = after != to + 1;
    if (has_fraction || (has_digits && end_of_exponent(after) != after)) {
      kind = token_kind::decimal;
      to = after;
      has_digits = true;
    }
  }
  if (!has_digits) return lex_stray(at, at + 1);
  if (const auto* after = end_of_exponent(to); after != to) {
    kind = token_kind::real;
    to = after;
  }
  if (to >= end()) return limit_name({kind, 0, at, end(), at});
  const bool goes_on = has_class(*to, is_name) || is_high(*to) || *to == ':' || *to == '+' ||
                       (*to == '.' && (has_class(to[1], is_digit_bit) && to + 1 < end()));
  if (goes_on) return lex_stray(at, to);
  return limit_name({kind, 0, at, to, at});
}

/// Runs to a gap or to what begins or ends another token.
const char* lexer::end_of_stray(const char* from) const {
  const auto* to = from;
  std::uint32_t open = 0;
  const auto* limit = end() - from > name_limit_bytes ? from + name_limit_bytes : end();
  for (; to < limit; ++to) {
    const char c = *to;
    if (has_class(c, is_gap) || c == ';' || c == ',' || c == ']' || c == '}' || c == '"' || c == '<' ||
        c == '[' || c == '{')
      break;
    if (c == '(') ++open;
    if (c == ')' && open-- == 0) break;
  }
  if (to == limit && limit < end()) return to;
  if (is_cut(to)) return nullptr;
  while (to > from && to[-1] == '.' && (to == end() || has_class(*to, is_gap) || *to == '}')) --to;
  return to;
}

token lexer::lex_stray(const char* at, const char* from) {
  const auto* to = end_of_stray(from);
  if (to == nullptr) return wait_for_name(at);
  return limit_name({token_kind::stray, 0, at, std::max(to, at + 1), at});
}

/// `http://x.org/y` where a name or IRI is expected.
token lexer::lex_bare_iri(const char* at) {
  auto found = lex_stray(at, at + 1);
  if (found.kind != token_kind::stray || found.end - at > name_limit_bytes - 4) return found;
  while (found.end > at + 1 && (found.end[-1] == '.' || found.end[-1] == '>')) --found.end;
  found.kind = token_kind::bare_iri;
  return found;
}

token lexer::limit_name(token name) const {
  if (name.end - name.begin <= name_limit_bytes) return name;
  name.kind = token_kind::stray;
  name.end = name.begin + name_limit_bytes;
  while (is_high(*name.end) && (static_cast<unsigned char>(*name.end) & 0x40u) == 0) --name.end;
  return name;
}

token lexer::wait_for_name(const char* at) {
  if (end() - at <= name_limit_bytes + name_lookahead_bytes) return wait(at, at, 0);
  return limit_name({token_kind::stray, 0, at, end(), at});
}

}  // namespace laundromat::turtle
