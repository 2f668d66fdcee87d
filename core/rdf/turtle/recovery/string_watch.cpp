// Implements the memory of strings: keeps the quote of the last one, and looks ahead for the next.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/string_watch.hpp"

#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

void string_watch::watch(const token& t) {
  watch_long_string(t);
  switch (t.kind) {
    case token_kind::string:
    case token_kind::broken: {
      const bool is_quoted = *t.begin == '"' || *t.begin == '\'';
      const bool is_doubled =
          !t.has(is_too_long) && t.end - t.begin > 1 &&
          (t.begin[1] == *t.begin || (t.kind == token_kind::string && *t.end == *t.begin));
      quote_ = is_quoted && is_doubled ? *t.begin : '\0';
      return;
    }
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
    case token_kind::blank:
    case token_kind::quoted:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      quote_ = 0;
      return;
    case token_kind::word:
    case token_kind::stray:
      // It may be inside a string that has lost all its quotes.
      if (quote_ == 0 && t.text() != "true" && t.text() != "false") quote_ = '"';
      return;
    default:
      return;
  }
}

decision string_watch::contains(const token& t, quote_lookahead& quotes) const {
  const char quote = is_behind_long_string() ? long_quote_ : quote_;
  return quote == 0 || t.has(is_too_long) ? decision::no : quotes.find_text(t.begin, quote).is_text;
}

char string_watch::opened_quote(const token& t) {
  if (t.has(is_too_long)) return '\0';
  if (t.kind == token_kind::string)
    return t.end == t.begin + 2 && (has_class(*t.end, is_name) || is_high(*t.end)) ? *t.begin : '\0';
  if (t.kind != token_kind::broken && t.kind != token_kind::stray) return '\0';
  const auto text = t.text();
  for (const char* quotes : {"\"\"", "''"})
    if (!text.starts_with(quotes) && text.find(quotes) != std::string_view::npos) return *quotes;
  return '\0';
}

bool string_watch::has_open_brace(std::string_view text) {
  if (text.find('{') == text.npos && text.find('}') == text.npos) return false;
  std::size_t open = 0;
  for (const char c : text) {
    if (c == '{') ++open;
    if ((c == '}' && open-- == 0) || (is_line_end(c) && open > 0)) return true;
  }
  return open > 0;
}

}  // namespace laundromat::turtle
