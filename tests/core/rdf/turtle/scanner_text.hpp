// A text for the tests of scanners: whole, or of which more may arrive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::testing {

struct scanner_text {
  explicit scanner_text(std::string_view text, bool is_closed = true) {
    window.append(text);
    if (is_closed) window.close();
  }
  [[nodiscard]] const char* at(std::size_t offset = 0) const { return window.begin() + offset; }
  [[nodiscard]] const char* end() const { return window.end(); }

  turtle::text_window window;
};

/// A token as a test expects it: its kind in a word, and its text.
[[nodiscard]] inline std::string describe_token(const turtle::token& t) {
  static const char* const names[] = {
      "need_more", "end",  "iri", "name",   "blank",    "string",    "integer", "decimal",
      "real",      "word", "tag", "carets", "dot",      "semicolon", "comma",   "[",
      "]",         "(",    ")",   "{",      "}",        "<<(",       ")>>",     "<<",
      ">>",        "~",    "{|",  "|}",     "bare_iri", "quoted",    "stray",   "broken"};
  const std::string kind = names[static_cast<std::size_t>(t.kind)];
  return t.begin == t.end ? kind : kind + ' ' + std::string(t.text());
}

}  // namespace laundromat::testing
