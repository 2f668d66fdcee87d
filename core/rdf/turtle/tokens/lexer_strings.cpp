// Strings: where they end, also when a line break or quote in them should have been escaped, or the closing quote is missing.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/turtle/tokens/lexer.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

/// After a closing quote stands space, a delimiter, or another token. A letter or digit shows that the quote opened a string, or
/// that it stands within one.
bool is_odd_after_quote(char c) {
  return has_class(c, is_name) || is_high(c) || c == '?' || c == '!' || c == '&' || c == '/';
}

/// A line such as `"x .` or `"x . }` rather lacks its quote than goes on in the next line.
bool looks_complete(const char* from, const char* to) {
  while (to > from && has_class(to[-1], is_gap)) --to;
  for (; to - from > 1 && is_closing(to[-1]); --to)
    if (has_class(to[-2], is_gap)) return true;
  if (to - from < 2) return false;
  const char last = to[-1];
  return (last == '.' || last == ';' || last == ',') &&
         (has_class(to[-2], is_gap) || to[-2] == '"' || to[-2] == '>');
}

std::string_view take_word(const char*& at, const char* to) {
  while (at < to && has_class(*at, is_gap)) ++at;
  const auto* const begin = at;
  while (at < to && !has_class(*at, is_gap)) ++at;
  return {begin, static_cast<std::size_t>(at - begin)};
}

/// An IRI, a name with something behind its colon, or a label.
bool is_term(std::string_view word) {
  if (word.starts_with('<')) return word.size() > 2 && word.find('>') == word.size() - 1;
  const auto colon = word.find(':');
  return colon < word.size() - 1 &&
         (colon == 0 || has_class(word.front(), is_name) || is_high(word.front())) &&
         word.find("//") == word.npos;
}

/// Whether a line begins with a subject and a predicate, the name of a graph, or a directive. Two words in brackets may also be tags of HTML.
bool begins_like_statement(const char* at, const char* to) {
  const auto first = take_word(at, to), second = take_word(at, to);
  if (first == "@prefix" || first == "@base") return true;
  if (is_keyword(first, "GRAPH")) return is_term(second);
  const bool is_anonymous = first == "[]" || first == "[" || first == "(";
  if (!is_anonymous && !is_term(first)) return false;
  if (second == "a" || second.starts_with('{')) return true;
  return is_term(second) && (first.find(':') != first.npos || second.find(':') != second.npos);
}

/// Whether a line break in a string stands between two statements, which it joins because quotes are missing.
bool joins_statements(const char* from, const char* to) {
  for (;;) {
    const auto* const line_end = find_line_end(from, to);
    if (line_end == to) return false;
    if (looks_complete(from, line_end) || begins_like_statement(line_end + 1, to)) return true;
    from = line_end + 1;
  }
}

/// Whether a comment may begin between the start of a line and `to`.
bool may_be_comment(const char* line, const char* to) {
  for (const auto* at = line; (at = std::find(at, to, '#')) != to; ++at)
    if (at == line || has_class(at[-1], is_gap)) return true;
  return false;
}

/// The next unescaped quote, or `to`.
const char* find_quote(const char* from, const char* to, char quote) {
  for (; from < to && *from != quote; ++from)
    if (*from == '\\') ++from;
  return std::min(from, to);
}

/// Whether a delimiter of statements or predicates stands alone, or right before an IRI, as it hardly does in a text.
bool has_separator(const char* from, const char* to) {
  for (const auto* at = from; at + 1 < to; ++at) {
    if (*at != ';' && *at != '.') continue;
    if (at[1] == '<' && std::find(at, std::find(at, to, '>'), ':') != std::find(at, to, '>')) return true;
    if (!has_class(at[1], is_gap)) continue;
    if (has_class(at[-1], is_gap) || at[-1] == '"' || at[-1] == '\'' || at[-1] == '>') return true;
  }
  return false;
}

std::ptrdiff_t count_quotes(const char* from, const char* to, char quote) {
  std::ptrdiff_t count = 0;
  for (from = find_quote(from, to, quote); from < to; from = find_quote(from + 1, to, quote)) ++count;
  return count;
}

}  // namespace

token lexer::lex_string(const char* at) {
  const char quote = *at;
  if (is_cut(at + 1) || (at[1] == quote && is_cut(at + 2))) return wait(at, at, 0);
  if (at[1] != quote) return lex_short_string(at);
  if (at[2] == quote) return lex_long_string(at);
  return close_short_string({token_kind::string, 0, at, at + 2, at + 1});
}

token lexer::lex_short_string(const char* at) {
  token found{token_kind::string, 0, at, at, at + 1};
  const auto limit_bytes = limits_.term_bytes;
  const auto* limit = static_cast<std::uint64_t>(end() - at) > limit_bytes ? at + limit_bytes : end();
  const auto* to = resume(at, at + 1, found.flags);
  for (;;) {
    to = find_string_stop(to, limit, *at);
    if (found.has(has_breaks) && to - at > broken_string_bytes) return break_string(at);
    if (to >= limit && limit < end())
      return found.has(has_breaks) ? break_string(at) : begin_dropping(at, limit, false);
    if (to >= limit) return is_cut(to) ? wait(at, limit, found.flags) : break_string(at);
    if (*to == *at) break;
    if (*to == '\\') {
      if (is_cut(to + 1)) return wait(at, to, found.flags);
      found.flags |= has_escapes;
      to += is_line_end(to[1]) ? 1 : 2;
      continue;
    }
    if (is_line_end(*to)) {
      if (!found.has(has_breaks) && looks_complete(at + 1, to)) return break_string(at);
      found.flags |= has_breaks;
    } else if (*to != '\t') {
      found.flags |= has_controls;
    }
    ++to;
  }
  found.end = to + 1;
  return close_short_string(found);
}

token lexer::close_short_string(token found) {
  const bool has_quote_behind = *found.end == *found.begin && found.end - found.begin > 2;
  if (!found.has(has_breaks) && has_class(*found.end, ends_name) && !has_quote_behind) return found;
  const auto wait_at_quote = [&] { return wait(found.begin, found.end - 1, found.flags); };
  if (is_cut(found.end)) return wait_at_quote();
  if (found.has(has_breaks)) {
    if (joins_statements(found.inner, found.end - 1)) return find_lone_quote(found);
    const auto fits = fits_after(found.end);
    if (fits == verdict::unknown) return wait_at_quote();
    return fits == verdict::yes ? found : break_string(found.begin);
  }
  if (has_quote_behind) {
    if (is_cut(found.end + 1)) return wait_at_quote();
    const bool opens_long =
        found.end[1] == *found.begin && found.end + 1 < end() && has_class(found.end[-2], is_gap);
    return opens_long ? token{token_kind::broken, 0, found.begin, found.end - 1, found.begin} : found;
  }
  if (found.end == end() || !is_odd_after_quote(*found.end)) return found;
  found = find_late_quote(found);
  return found.kind == token_kind::string && !found.has(has_quotes) ? break_before_quote(found) : found;
}

/// A string whose lines look like statements goes on to the quote of a line that ends a string, but can begin none. Where each of the next
/// lines with quotes may begin one, it has no end.
token lexer::find_lone_quote(token found) {
  const auto* const limit = end() - found.begin > lone_quote_bytes ? found.begin + lone_quote_bytes : end();
  const auto* line_end = find_line_end(found.inner, limit);
  for (int lines = 0; lines < lone_quote_lines && line_end < limit;) {
    const auto* const line = line_end + 1;
    line_end = find_line_end(line, limit);
    if (is_cut(line_end)) return wait(found.begin, found.end - 1, found.flags);
    const auto* const at = find_quote(line, line_end, *found.begin);
    if (at == line_end || may_be_comment(line, at)) continue;
    ++lines;
    const auto fits = fits_after(at + 1);
    if (fits == verdict::unknown) return wait(found.begin, found.end - 1, found.flags);
    const bool is_first = std::all_of(line, at, [](char c) { return has_class(c, is_gap); });
    if (fits == verdict::yes && (is_first || !may_open_string(at, found.inner)))
      return {token_kind::broken, 0, found.begin, at + 1, found.begin};
  }
  return break_string(found.begin);
}

/// Of `"a ; :p "b" ;` the part before the quote that opens a string rather than closes one.
token lexer::break_before_quote(token found) {
  if (found.end - 2 < found.inner || !has_class(found.end[-2], is_gap)) return found;
  const auto* limit = end() - found.end > line_lookahead_bytes ? found.end + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(found.end, limit);
  const auto* to = find_quote(found.end, line_end, *found.begin);
  if (is_cut(to) || is_cut(to + 1)) return wait(found.begin, found.end - 1, found.flags);
  if (to == line_end || has_class(to[-1], is_gap) || to + 1 >= end() || !has_class(to[1], ends_name))
    return found;
  return {token_kind::broken, 0, found.begin, found.end - 1, found.begin};
}

/// Of `"a "b" c"`: the whole, when the quotes of the line come in pairs and one of them ends a literal.
token lexer::find_late_quote(token found) {
  const auto at = text_->offset_of(found.begin);
  if (at > hopeless_.begin && at < hopeless_.end) return found;
  const char quote = *found.begin;
  const auto* limit = end() - found.begin > line_lookahead_bytes ? found.begin + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(found.end, limit);
  if (is_cut(line_end)) return wait(found.begin, found.end - 1, found.flags);
  const auto decline = [&] {
    hopeless_ = {at, text_->offset_of(line_end)};
    return found;
  };
  if (is_cut_short(line_end, limit) || count_quotes(found.begin, line_end, quote) % 2 != 0) return decline();
  for (const auto* to = find_quote(found.end, line_end, quote); to < line_end;
       to = find_quote(to + 1, line_end, quote)) {
    if (is_cut(to + 1)) return wait(found.begin, found.end - 1, found.flags);
    const auto fits = fits_after(to + 1);
    if (fits == verdict::unknown) return wait(found.begin, found.end - 1, found.flags);
    if (has_separator(found.end, to)) return decline();
    if (fits == verdict::no) continue;
    found.end = to + 1;
    found.flags |= has_quotes | has_escapes;
    return found;
  }
  return decline();
}

token lexer::lex_long_string(const char* at) {
  const char quote = *at;
  token found{token_kind::string, is_long, at, at, at + 3};
  const auto* limit =
      static_cast<std::uint64_t>(end() - at) > limits_.term_bytes + 8 ? at + limits_.term_bytes + 8 : end();
  const auto* to = resume(at, at + 3, found.flags);
  for (;;) {
    to = find_string_stop(to, limit, quote);
    if (to >= limit && limit < end()) return begin_dropping(at, limit, true);
    if (to >= limit && is_cut(to)) return wait(at, limit, found.flags);
    if (to >= limit) return break_long_string(found, limit);
    if (*to == quote) {
      if (is_cut(to + 1) || (to[1] == quote && is_cut(to + 2))) return wait(at, to, found.flags);
      if (to[1] == quote && to[2] == quote) break;
    } else if (*to == '\\') {
      if (is_cut(to + 1)) return wait(at, to, found.flags);
      found.flags |= has_escapes;
      ++to;
    } else if (!is_line_end(*to) && *to != '\t') {
      found.flags |= has_controls;
    }
    ++to;
  }
  found.end = to + 3;
  if (is_cut(found.end)) return wait(at, to, found.flags);
  return close_long_string(found);
}

/// Quotes that stand where an object does, with no delimiter behind them, open a string rather than close one: then the one that is being
/// read has no end, unless it holds its own quotes.
token lexer::close_long_string(token found) {
  const char* line = nullptr;
  const auto* const after = skip_space(found.end, line);
  if (is_cut(after)) return wait(found.begin, found.end - 3, found.flags);
  if (after == end() || std::string_view(".;,])}@^").find(*after) != std::string_view::npos) return found;
  const auto* const last = found.end - 4;
  if (find_line_end(found.inner, last + 1) > last || !may_open_string(last + 1, found.inner)) return found;
  const auto seen = find_text(found.inner, *found.begin);
  if (seen.is_text == verdict::unknown) return wait(found.begin, found.end - 3, found.flags);
  return seen.is_text == verdict::yes ? found : break_long_string(found, last);
}

/// Two quotes with a delimiter behind them end a string whose third quote is missing, unless they stand where an object does: then
/// they are one, and the string has ended before. Of a string that goes on to the end of the document nobody knows where it ends.
token lexer::break_long_string(token found, const char* to) {
  const char quote = *found.begin;
  const auto* const limit = to - found.begin > text_lookahead_bytes ? found.begin + text_lookahead_bytes : to;
  for (const auto* at = find_quote(found.inner, limit, quote); at < limit;
       at = find_quote(at, limit, quote)) {
    const auto* const after = std::find_if(at, limit, [&](char c) { return c != quote; });
    if (after - at == 2) {
      if (may_open_string(at, found.inner)) break;
      const auto fits = fits_after(after);
      if (fits == verdict::unknown) return wait(found.begin, found.begin + 3, found.flags);
      if (fits == verdict::yes) return {token_kind::broken, 0, found.begin, after, found.begin};
    }
    at = after;
  }
  return to == end() ? token{token_kind::broken, 0, found.begin, to, found.begin} : break_string(found.begin);
}

token lexer::break_string(const char* at) {
  return break_at(at, find_line_end(at, end()));
}

/// The string is longer than a term may be: it is read to its end, but not kept.
token lexer::begin_dropping(const char* at, const char* limit, bool is_long_string) {
  seen_ = {text_->offset_of(at), text_->offset_of(limit), 0, true, is_long_string, *at};
  return drop_string(limit);
}

token lexer::drop_string(const char* at) {
  const auto stop = [&](token_kind kind, const char* to) {
    seen_.is_dropping = false;
    return token{kind, is_too_long, to, to, to};
  };
  const auto wait_at = [&](const char* to) {
    seen_.scanned_to = text_->offset_of(to);
    return token{token_kind::need_more, 0, to, to, to};
  };
  for (;; ++at) {
    at = find_string_stop(at, end(), seen_.quote);
    if (at >= end()) return is_cut(at) ? wait_at(end()) : stop(token_kind::broken, end());
    if (*at == '\\') {
      if (is_cut(at + 1)) return wait_at(at);
      if (at + 1 < end() && !is_line_end(at[1])) ++at;
    } else if (*at == seen_.quote) {
      if (!seen_.is_long) return stop(token_kind::string, at + 1);
      if (is_cut(at + 1) || (at[1] == seen_.quote && is_cut(at + 2))) return wait_at(at);
      if (at[1] == seen_.quote && at[2] == seen_.quote) return stop(token_kind::string, at + 3);
    } else if (is_line_end(*at) && !seen_.is_long) {
      return stop(token_kind::broken, at);
    }
  }
}

/// A word processor's quotes: they count as a pair only on one line.
token lexer::lex_quoted(const char* at) {
  const std::ptrdiff_t width = *at == '`' ? 1 : static_cast<unsigned char>(*at) >= 0xE0 ? 3 : 2;
  const auto* limit = end() - at > line_lookahead_bytes ? at + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(at, limit);
  if (is_cut(line_end)) return wait(at, at, 0);
  for (const auto* to = at + width; to < line_end; ++to) {
    const bool closes = width == 1   ? *to == '`'
                        : width == 2 ? *to == '\xC2' && (to[1] == '\xAB' || to[1] == '\xBB')
                                     : *to == '\xE2' && to[1] == '\x80' && (to[2] & '\xF8') == '\x98';
    if (!closes && *to != '"') continue;
    const auto* after = to + (closes ? width : 1);
    const auto fits = fits_after(after);
    if (fits == verdict::unknown) return wait(at, at, 0);
    if (fits == verdict::yes) return {token_kind::quoted, 0, at, after, at + width};
    if (is_cut_short(line_end, limit)) return {token_kind::broken, 0, at, after, at};
  }
  return is_cut_short(line_end, limit) ? lex_stray(at, at + width) : break_at(at, line_end);
}

lexer::verdict lexer::is_line_balanced(const char* at, bool is_plain_end) const {
  const auto* limit = end() - at > line_lookahead_bytes ? at + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(at, limit);
  if (is_cut(line_end)) return verdict::unknown;
  if (is_cut_short(line_end, limit)) return is_plain_end ? verdict::yes : verdict::no;
  return count_quotes(at, line_end, '"') % 2 == 0 ? verdict::yes : verdict::no;
}

lexer::verdict lexer::fits_after(const char* at) const {
  // Behind a space a quote rather opens a string.
  const bool is_plain_end = at - 2 >= text_->begin() && !has_class(at[-2], is_gap);
  if (at < end() && *at == '@') {
    do ++at;
    while (has_class(*at, is_name));
  } else if (at < end() && *at == '^') {
    while (at < end() && !has_class(*at, is_gap) && *at != ';' && *at != ',' && *at != ']' && *at != ')')
      ++at;
    if (at > text_->begin() && at[-1] == '.') --at;
  }
  const auto after = skip_gap(at, false, false);
  if (after.end - at > broken_string_bytes) return verdict::no;
  if (is_cut(after.end)) return verdict::unknown;
  if (after.end == end()) return verdict::yes;
  if (*after.end == '.') {
    if (is_cut(after.end + 1)) return verdict::unknown;
    if (after.end + 1 < end() && !has_class(after.end[1], is_gap) && after.end[1] != '}' &&
        after.end[1] != '#')
      return verdict::no;
  } else if (!is_delimiter(*after.end)) {
    return verdict::no;
  }
  return is_line_balanced(after.end + 1, is_plain_end);
}

}  // namespace laundromat::turtle
