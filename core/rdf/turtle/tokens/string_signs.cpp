// Implements the signs of a missing quote: searches the text of a string for lines that look like statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/string_signs.hpp"

#include <algorithm>
#include <string_view>

#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

std::string_view take_line_word(const char*& at, const char* to) {
  while (at < to && has_class(*at, is_gap)) ++at;
  const auto* const begin = at;
  while (at < to && !has_class(*at, is_gap)) ++at;
  return {begin, static_cast<std::size_t>(at - begin)};
}

/// An IRI, a name with something behind its colon, or a label.
bool is_whole_term(std::string_view word) {
  if (word.starts_with('<')) return word.size() > 2 && word.find('>') == word.size() - 1;
  const auto colon = word.find(':');
  return colon < word.size() - 1 &&
         (colon == 0 || has_class(word.front(), is_name) || is_high(word.front())) &&
         word.find("//") == word.npos;
}

/// Whether a line begins with a subject and a predicate, the name of a graph, or a directive. Two words in brackets may also be tags of HTML.
bool begins_like_statement(const char* at, const char* to) {
  const auto first = take_line_word(at, to), second = take_line_word(at, to);
  if (first == "@prefix" || first == "@base") return true;
  if (is_keyword(first, "GRAPH")) return is_whole_term(second);
  const bool is_anonymous = first == "[]" || first == "[" || first == "(";
  if (!is_anonymous && !is_whole_term(first)) return false;
  if (second == "a" || second.starts_with('{')) return true;
  return is_whole_term(second) && (first.find(':') != first.npos || second.find(':') != second.npos);
}

}  // namespace

bool is_odd_after_quote(char c) {
  return has_class(c, is_name) || is_high(c) || c == '?' || c == '!' || c == '&' || c == '/';
}

bool looks_complete(const char* from, const char* to) {
  while (to > from && has_class(to[-1], is_gap)) --to;
  for (; to - from > 1 && is_closing(to[-1]); --to)
    if (has_class(to[-2], is_gap)) return true;
  if (to - from < 2) return false;
  const char last = to[-1];
  return (last == '.' || last == ';' || last == ',') &&
         (has_class(to[-2], is_gap) || to[-2] == '"' || to[-2] == '>');
}

bool joins_statements(const char* from, const char* to) {
  for (;;) {
    const auto* const line_end = find_line_end(from, to);
    if (line_end == to) return false;
    if (looks_complete(from, line_end) || begins_like_statement(line_end + 1, to)) return true;
    from = line_end + 1;
  }
}

bool may_be_comment(const char* line, const char* to) {
  for (const auto* at = line; (at = std::find(at, to, '#')) != to; ++at)
    if (at == line || has_class(at[-1], is_gap)) return true;
  return false;
}

const char* find_quote(const char* from, const char* to, char quote) {
  for (; from < to && *from != quote; ++from)
    if (*from == '\\') ++from;
  return std::min(from, to);
}

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

}  // namespace laundromat::turtle
