// Strings: between one quote or three, and between quotes of word processors.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/turtle/tokens/quote_lookahead.hpp"
#include "core/rdf/turtle/tokens/scan_memory.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// Finds where a string ends. A short string with line breaks or quotes of its own is accepted where its end is certain. A string whose end
/// cannot be found is `broken` and ends with its line.
/// A string that is longer than a term may be is read to its end, but not kept: it is dropped. Then the window may forget its text, the
/// token has the flag `is_too_long`, and `begin` and `inner` are where it ends.
/// Source: RDF 1.1 Turtle, productions 22 to 25.
class string_scanner {
 public:
  string_scanner(const text_window& text, std::uint64_t term_bytes)
      : text_(&text), term_bytes_(term_bytes), quotes_(text) {}

  /// The token at a quote.
  [[nodiscard]] token scan(const char* at);
  /// The token at a quote of a word processor, or at a backtick. Such quotes count as a pair only on one line.
  [[nodiscard]] token scan_quoted(const char* at);

  /// Whether the rest of a dropped string begins at `at`.
  [[nodiscard]] bool is_within_dropped(const char* at) const {
    return dropped_.is_open && text_->offset_of(at) == dropped_.scanned_to;
  }
  /// The token at the rest of a dropped string.
  [[nodiscard]] token scan_dropped(const char* at);
  /// Another token is read: the dropped string is given up.
  void stop_dropping() { dropped_.is_open = false; }
  /// Where the last dropped string began.
  [[nodiscard]] std::uint64_t dropped_begin() const { return dropped_.begin; }
  /// The window may be cut here while a token that begins at `at` is not complete.
  [[nodiscard]] const char* needed_from(const char* at) const {
    return dropped_.is_open ? text_->at(dropped_.scanned_to) : at;
  }

  /// Whether the next string is an item of a list: another term may follow without a delimiter.
  void set_in_list(bool is_in_list) { is_in_list_ = is_in_list; }
  [[nodiscard]] quote_lookahead& quotes() { return quotes_; }

 private:
  [[nodiscard]] token scan_short(const char* at);
  [[nodiscard]] token close_short_string(token found);
  [[nodiscard]] token find_lone_quote(token found);
  [[nodiscard]] token break_before_quote(token found);
  [[nodiscard]] token find_late_quote(token found);
  [[nodiscard]] token scan_long(const char* at);
  [[nodiscard]] token close_long_string(token found);
  [[nodiscard]] token break_long_string(token found, const char* to);
  [[nodiscard]] token break_string(const char* at) const;
  [[nodiscard]] token begin_dropping(const char* at, const char* limit, bool is_long_string);
  /// A line that is longer than what was looked at: nothing can be said about its quotes.
  [[nodiscard]] bool is_cut_short(const char* line_end, const char* limit) const {
    return line_end == limit && limit < end();
  }
  [[nodiscard]] const char* end() const { return text_->end(); }

  const text_window* text_;
  std::uint64_t term_bytes_;
  quote_lookahead quotes_;
  scan_memory seen_;
  bool is_in_list_ = false;
  struct {
    bool is_open = false, is_long = false;
    char quote = 0;
    std::uint64_t begin = ~0ull, scanned_to = 0;
  } dropped_;
  /// The rest of a line in which no quote ends the string that began at `begin` later: none ends those that begin behind it.
  struct {
    std::uint64_t begin = ~0ull, end = 0;
  } plain_;
};

}  // namespace laundromat::turtle
