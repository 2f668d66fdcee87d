// Implements the scanner of IRIs: finds where one ends, also one with spaces, and one without end.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/iri_scanner.hpp"

#include <algorithm>
#include <string_view>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/stray.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

/// Where the first gap is, or `to`.
const char* end_of_iri_word(const char* at, const char* to) {
  return std::find_if(at, to, [](char c) { return has_class(c, is_gap); });
}

std::string_view iri_text(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(end - at)};
}

/// What comes behind a space or quote is hardly part of an IRI whose end is missing.
token break_iri(const char* at, const char* line_end) {
  const auto* to = at + 1;
  while (to < line_end && !has_class(*to, is_gap) && *to != '"') ++to;
  return broken_up_to(at, to);
}

}  // namespace

token iri_scanner::scan(const char* at, bool is_in_triple) {
  token found{token_kind::iri, 0, at, at, at + 1};
  const auto* limit = static_cast<std::uint64_t>(end() - at) > term_bytes_ ? at + term_bytes_ : end();
  const auto* to = seen_.resume(*text_, at, at + 1, found.flags);
  for (;;) {
    const auto* const from = to;
    to = find_iri_stop(from, limit);
    if (found.has(has_breaks)) to = std::find(from, to, '"');
    if (to >= limit && limit < end()) return {token_kind::broken, 0, at, limit, at};
    if (text_->is_cut(to)) return seen_.wait(*text_, at, to, found.flags);
    if (to >= limit || is_line_end(*to)) return break_iri(at, to);
    if (*to == '<' || *to == '"')
      return {token_kind::stray, 0, at, found.has(has_breaks) ? end_of_iri_word(at, to) : to, at};
    if (has_class(*to, is_gap)) found.flags |= has_breaks;
    if (*to == '>') {
      found.end = to + 1;
      if (found.has(has_breaks) && iri_text(at, to).starts_with("<!--"))
        return {token_kind::stray, 0, at, found.end, at};
      return end_iri(found, is_in_triple);
    }
    if (*to == '\\') found.flags |= has_escapes;
    ++to;
  }
}

/// No other token contains a `>`, so one that comes before a gap or another token belongs to the IRI; marks of writing direction directly behind it
/// are stripped with it.
token iri_scanner::end_iri(token found, bool is_in_triple) {
  if (text_->is_cut(found.end)) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
  found.flags &= static_cast<std::uint8_t>(~has_breaks);
  if (has_class(*found.end, ends_name) || *found.end == ':' || *found.end == '~') return found;
  if (is_in_triple && *found.end == '>') {
    if (text_->is_cut(found.end + 1)) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
    if (found.end[1] == '>') return found;
  }
  const auto* limit = end() - found.end > line_lookahead_bytes ? found.end + line_lookahead_bytes : end();
  const auto* to = found.end;
  for (; to < limit && !has_class(*to, is_gap) && *to != '<' && *to != '"' && *to != '\''; ++to)
    if (*to == '>') found.end = to + 1;
  if (text_->is_cut(to)) return seen_.wait(*text_, found.begin, found.begin + 1, 0);
  found.end += leading_bidi_bytes(iri_text(found.end, to));
  return found;
}

}  // namespace laundromat::turtle
