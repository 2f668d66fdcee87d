// Remembers the last strings, to recognise text that belongs to a string whose quotes were lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "core/rdf/model/decision.hpp"
#include "core/rdf/turtle/tokens/quote_lookahead.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// A string that has lost a quote, or that contains quotes of its own, ends too early: the rest of its text is then read as tokens.
/// This class keeps what is needed to notice that: the last long string and its end, and whether the last object may have been
/// the beginning of a string. All positions are offsets from the start of the document.
class string_watch {
 public:
  /// `has_graphs` says that braces have a meaning in this format.
  string_watch(const text_window& text, bool has_graphs) : text_(&text), has_graphs_(has_graphs) {}

  /// A statement begins at `begin_bytes`: objects before it can no longer be the beginning of a string.
  void begin_statement(std::uint64_t begin_bytes) {
    previous_begin_ = std::exchange(statement_begin_, begin_bytes);
    has_broken_ = false;
    quote_ = 0;
  }
  /// Looks at a token in the place of an object.
  void watch(const token& t);
  /// The same, for long strings only; enough where it is known that nothing is wrong.
  void watch_long_string(const token& t) {
    if (!t.has(is_long) || t.has(is_too_long)) return;
    long_quote_ = *t.begin;
    long_end_ = text_->offset_of(t.end);
    has_brace_in_long_ = has_graphs_ && has_open_brace(t.text());
  }
  /// The object that was being read is complete, with a delimiter behind it.
  void end_object() { quote_ = 0; }
  /// A string or IRI without end was skipped as an object.
  void add_broken() { has_broken_ = true; }
  /// Whether there was one in this statement.
  [[nodiscard]] bool has_broken() const { return has_broken_; }

  /// Whether a long string in this statement, or in the one before it, may not have ended where it seems to.
  [[nodiscard]] bool is_behind_long_string() const {
    return long_quote_ != 0 && long_end_ >= previous_begin_;
  }
  /// Between statements, before `begin_statement`: whether the last statement contains a long string.
  [[nodiscard]] bool has_long_string() const { return long_quote_ != 0 && long_end_ >= statement_begin_; }
  /// Whether braces of the last long string do not come in pairs, and it may not have ended where it seems to.
  [[nodiscard]] bool has_brace_in_long_string() const {
    return has_brace_in_long_ && is_behind_long_string();
  }
  [[nodiscard]] char long_quote() const { return long_quote_; }
  /// The quote of the string that may have begun before this token, or 0. It is forgotten.
  [[nodiscard]] char take_quote() { return std::exchange(quote_, '\0'); }
  /// Whether `t`, which does not fit where it is, is part of the text of such a string.
  [[nodiscard]] decision contains(const token& t, quote_lookahead& quotes) const;

  /// The quote of a long string that may begin within a broken token or, without one of its quotes, as an empty string with a letter
  /// right behind it; else 0.
  [[nodiscard]] static char opened_quote(const token& t);
  /// Whether the braces of a text do not come in pairs on each line.
  [[nodiscard]] static bool has_open_brace(std::string_view text);

 private:
  const text_window* text_;
  bool has_graphs_;
  char long_quote_ = 0;             ///< of the last long string
  std::uint64_t long_end_ = 0;      ///< of the last long string
  bool has_brace_in_long_ = false;  ///< of the last long string
  char quote_ = 0;  ///< of a long or empty string right before, which may have ended too early
  bool has_broken_ = false;
  std::uint64_t statement_begin_ = 0, previous_begin_ = 0;  ///< of this statement and the one before it
};

}  // namespace laundromat::turtle
