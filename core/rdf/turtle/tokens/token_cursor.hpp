// The position in the text: the token that is read, the gap before it, and the token before that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/lexer.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token_roles.hpp"

namespace laundromat::turtle {

/// Walks over a window token by token. All positions are offsets from the start
/// of the document, so that they survive `text_window`'s `append` and `drop`.
/// The same tokens come out however the text is cut.
///
///     skip_gap ─► token: next ─► advance ─► skip_gap …
///         │ └──► odd: report `odd()`, skip_gap again
///         └────► need_more: append text, skip_gap again
///
/// A token that is not advanced over is read again; so a decision that needs
/// more text is simply made again.
class token_cursor {
 public:
  token_cursor(const text_window& text, const reader_limits& limits) : text_(&text), lexer_(text, limits) {}
  token_cursor(const token_cursor&) = delete;
  token_cursor& operator=(const token_cursor&) = delete;

  enum class gap_end : std::uint8_t { token, odd, need_more };
  /// Skips space and comments. `odd`: stopped behind a byte order mark, or
  /// bytes of a comment that are not UTF-8.
  [[nodiscard]] gap_end skip_gap();
  /// What the last `skip_gap` stopped behind. Valid until the window changes.
  [[nodiscard]] const gap& odd() const { return odd_; }
  /// Whether text at `offset_bytes` was read before the cursor was set back:
  /// what is odd there was reported.
  [[nodiscard]] bool was_read(std::uint64_t end_bytes) const { return end_bytes <= reread_to_; }

  /// The token at the cursor, or `need_more`. `advance` then leads behind it.
  [[nodiscard]] token next();
  /// The next `advance` leads to `offset_bytes` instead of behind the token:
  /// the text up to there counts as a string.
  void jump_to(std::uint64_t offset_bytes) {
    next_ = offset_bytes;
    has_jumped_ = true;
  }
  /// The next `advance` leads back to `offset_bytes`, which is before the
  /// cursor.
  void go_back_to(std::uint64_t offset_bytes) {
    reread_to_ = cursor_;
    next_ = offset_bytes;
  }
  [[nodiscard]] bool has_jumped() const { return has_jumped_; }
  /// Accepts the token that `next` returned.
  void advance(const token& t);

  /// Whether the rest of a string that is too long to be kept is read.
  [[nodiscard]] bool is_within_string() const { return lexer_.is_within_string(text_->at(cursor_)); }
  [[nodiscard]] std::uint64_t offset() const { return cursor_; }
  [[nodiscard]] const char* at() const { return text_->at(cursor_); }
  [[nodiscard]] std::uint64_t begin_of(const token& t) const {
    return t.has(is_too_long) ? lexer_.long_begin() : text_->offset_of(t.begin);
  }
  [[nodiscard]] std::uint64_t end_of(const token& t) const { return text_->offset_of(t.end); }
  /// Where `advance` will lead.
  [[nodiscard]] std::uint64_t next_offset() const { return next_; }

  /// The token before: where it ends, and its kind.
  [[nodiscard]] std::uint64_t last_end() const { return last_end_; }
  [[nodiscard]] token_kind last_kind() const { return last_kind_; }
  [[nodiscard]] bool last_holds_dot() const { return last_holds_dot_; }
  /// How many bytes of any kind are before the token on its line.
  [[nodiscard]] std::uint64_t indent() const { return indent_; }
  /// Whether the token is the first one on its line.
  [[nodiscard]] bool is_first_on_line() const { return is_first_on_line_; }
  /// Whether space or a comment is before the token.
  [[nodiscard]] bool has_gap() const { return has_gap_; }

  /// For tokens that were read without `next`: the last one is of this kind and
  /// its last byte is at `delimiter_at`, `to` is the first byte behind the gap
  /// after it, and `line` the start of the last line that begins behind the
  /// cursor, or null. It is no name that holds a dot.
  void move_behind(token_kind delimiter, const char* delimiter_at, const char* to, const char* line);

  [[nodiscard]] lexer& tokens() { return lexer_; }
  [[nodiscard]] const lexer& tokens() const { return lexer_; }

 private:
  void move_to(const char* to, const char* line) {
    cursor_ = text_->offset_of(to);
    if (line != nullptr) {
      line_begin_ = text_->offset_of(line);
      is_first_on_line_ = true;
    }
    indent_ = cursor_ - line_begin_;
  }

  const text_window* text_;
  lexer lexer_;
  gap odd_;
  std::uint64_t cursor_ = 0;  ///< where the next gap or token begins
  std::uint64_t next_ = 0;    ///< where it will be after this token
  std::uint64_t last_end_ = 0;
  std::uint64_t reread_to_ = 0;
  std::uint64_t line_begin_ = 0, indent_ = 0;
  token_kind last_kind_ = token_kind::dot;
  bool last_holds_dot_ = false;
  bool in_comment_ = false, has_jumped_ = false;
  bool is_first_on_line_ = true, has_gap_ = false;
};

inline token_cursor::gap_end token_cursor::skip_gap() {
  const auto* const from = text_->at(cursor_);
  if (!in_comment_) {
    const char* line = nullptr;
    const auto* const to = skip_space(from, line);
    if (*to != '#' && *to != '\xEF') {
      if (to == from) return gap_end::token;
      has_gap_ = true;
      move_to(to, line);
      return gap_end::token;
    }
  }
  odd_ = turtle::skip_gap(*text_, from, in_comment_, true);
  has_gap_ = has_gap_ || odd_.end != from;
  in_comment_ = odd_.in_comment;
  move_to(odd_.end, odd_.line);
  if (odd_.odd != nullptr) return gap_end::odd;
  return !in_comment_ || text_->is_closed() ? gap_end::token : gap_end::need_more;
}

inline token token_cursor::next() {
  const auto t = lexer_.next(text_->at(cursor_));
  if (t.kind == token_kind::need_more)
    cursor_ = text_->offset_of(lexer_.needed_from(text_->at(cursor_)));
  else
    next_ = end_of(t);
  return t;
}

inline void token_cursor::advance(const token& t) {
  cursor_ = last_end_ = next_;
  last_holds_dot_ = t.kind == token_kind::name && may_hold_dot(t);
  last_kind_ = std::exchange(has_jumped_, false) ? token_kind::string : t.kind;
  is_first_on_line_ = has_gap_ = false;
}

inline void token_cursor::move_behind(token_kind delimiter, const char* delimiter_at, const char* to,
                                      const char* line) {
  last_kind_ = delimiter;
  last_holds_dot_ = false;
  last_end_ = text_->offset_of(delimiter_at) + 1;
  has_gap_ = to != delimiter_at + 1;
  is_first_on_line_ = line > delimiter_at;
  cursor_ = text_->offset_of(to);
  if (line != nullptr) line_begin_ = text_->offset_of(line);
  indent_ = cursor_ - line_begin_;
}

}  // namespace laundromat::turtle
