// Finds the token at a place of the text, whatever it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/tokens/iri_scanner.hpp"
#include "core/rdf/turtle/tokens/name_scanner.hpp"
#include "core/rdf/turtle/tokens/string_scanner.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// Looking at the same place again gives the same token, whatever has arrived since, but for `need_more`. A copy reads ahead without a trace.
/// Memory: it remembers only how far it has looked into a long token.
class lexer {
 public:
  lexer(const text_window& text, const reader_limits& limits)
      : text_(&text), names_(text), iris_(text, limits.term_bytes), strings_(text, limits.term_bytes) {}

  /// The token at a byte that is no gap.
  [[nodiscard]] token next(const char* at);
  /// The same, where a letter is.
  [[nodiscard]] token next_name(const char* at) const { return names_.scan(at); }
  /// Whether what is read next is within a reified triple, whose end may be right behind an IRI.
  void set_in_triple(bool is_in_triple) { is_in_triple_ = is_in_triple; }
  /// Whether what is read next is an item of a list.
  void set_in_list(bool is_in_list) { strings_.set_in_list(is_in_list); }
  [[nodiscard]] quote_lookahead& quotes() { return strings_.quotes(); }

  /// Where the string begins that is too long to be kept, when `is_too_long` is set or `is_within_string`.
  [[nodiscard]] std::uint64_t long_begin() const { return strings_.dropped_begin(); }
  /// A string is being read that is too long to be kept: the token at `at` is the rest of it.
  [[nodiscard]] bool is_within_string(const char* at) const { return strings_.is_within_dropped(at); }
  /// The window may be cut here while a token that begins at `at` is not complete.
  [[nodiscard]] const char* needed_from(const char* at) const { return strings_.needed_from(at); }

 private:
  [[nodiscard]] token scan_angle(const char* at);
  [[nodiscard]] token scan_bracket(const char* at, token_kind kind) const;
  [[nodiscard]] token scan_odd(const char* at);
  [[nodiscard]] token scan_marked(const char* at, const char* term);

  const text_window* text_;
  name_scanner names_;
  iri_scanner iris_;
  string_scanner strings_;
  bool is_in_triple_ = false;
};

}  // namespace laundromat::turtle
