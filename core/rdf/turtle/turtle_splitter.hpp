// Cuts Turtle and TriG into top-level statements, directives and graph braces, without understanding them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

enum class piece_kind : std::uint8_t {
  need_more,    ///< the text goes on in the next chunk
  end,          ///< nothing is left
  trivia,       ///< space and comments
  statement,    ///< a statement with its dot, or without where a brace ends it
  directive,    ///< `@prefix`, `@base`, `PREFIX`, `BASE`, with its dot where it has one
  graph_open,   ///< the label of a graph and `{`
  graph_close,  ///< `}`
  broken,       ///< no statement: text up to where reading goes on
};

struct piece {
  piece_kind kind = piece_kind::need_more;
  std::size_t length = 0;     ///< from the front of the text
  bool has_dot = false;       ///< the last byte is the final dot
  bool is_too_deep = false;   ///< brackets nest deeper than the limit
  bool leaves_graph = false;  ///< of a broken piece: the graph was closed somewhere in it
  errc rule{};                ///< of a broken piece
  std::size_t fault_at = 0;   ///< of a broken piece
  std::string message;        ///< of a broken piece
};

/// A lexer that keeps its place while text arrives, reads every byte a bounded number of times, and always
/// moves on.
///
///     normal ──< ──► iri        ──> ──► normal
///            ──" ──► short      ──" ──► normal       a newline: `multi_line`, which ends the string only
///            where what ──"""► long        ──"""► normal         follows can follow a string; else the lexer
///            is lost ──# ──► comment    ──⏎ ──► normal
///     lost   ──► resync: skips lines until one that plausibly starts a statement: not indented more than the
///     lost one,
///                after a line that ends with a dot
///
/// Nothing in a long string without an end is taken for a statement: the rest of the document is broken then.
class turtle_splitter {
 public:
  turtle_splitter(bool has_graphs, std::uint32_t nesting_limit)
      : has_graphs_(has_graphs), nesting_limit_(nesting_limit) {}

  /// The next piece of `text`, which begins where the last piece ended and holds all that is there so far.
  /// The same text is given again, longer, after `need_more`. `at_end` says that no more will come.
  [[nodiscard]] piece next(std::string_view text, bool at_end);
  /// Tells that the caller dropped `length` bytes from the front of a text that has no piece yet. At least
  /// the last `lookahead_bytes * 2` must stay.
  void drop(std::size_t length);

  static constexpr std::size_t lookahead_bytes = 1 << 16;

 private:
  enum class mode : std::uint8_t {
    normal,
    comment,
    iri,
    name,
    short_string,
    multi_line,
    after_multi_line,
    long_string,
    resync
  };
  /// What stands directly before: it decides what a dot means.
  enum class before : std::uint8_t { nothing, closed };

  /// False when the text does not suffice; a piece that was found is in `found_`.
  bool step();
  bool step_normal();
  bool step_comment();
  bool step_iri();
  bool step_name();
  bool step_dot();
  bool step_bracket(char c);
  bool step_quote(char c);
  bool step_at_sign();
  bool step_short_string();
  bool step_multi_line();
  bool step_after_multi_line();
  bool step_long_string();
  bool step_resync();
  bool step_after_directive();
  bool step_brace(char c);

  enum class verdict : std::uint8_t { no, yes, unknown };
  [[nodiscard]] verdict dot_goes_on() const;
  void end_token(std::string_view token);
  bool begin_token();
  void pass_newline();
  void reset_piece();
  bool pass_trivia();
  bool find(piece_kind kind, std::size_t length, bool has_dot = false);
  bool find_broken(std::size_t length, errc rule, std::string message);
  bool get_lost(std::size_t at, errc rule, std::string message);
  bool give_up_at_end();
  bool resume_at_candidate();
  void watch_for_candidate();
  [[nodiscard]] bool may_look_ahead() const;
  [[nodiscard]] bool resumes_here(char first) const;

  bool has_graphs_;
  std::uint32_t nesting_limit_;

  std::string_view text_;
  bool at_end_ = false;
  piece found_;

  // Kept between statements.
  bool in_graph_ = false;
  std::size_t line_indent_ = 0;
  bool is_line_start_ = true;
  std::uint64_t consumed_bytes_ = 0, rescanned_bytes_ = 0;

  // Of the current piece; offsets are into the text.
  mode mode_ = mode::normal;
  std::size_t at_ = 0;
  std::size_t token_at_ = 0;
  std::size_t newline_at_ = 0;  ///< the first newline in a short string
  std::size_t candidate_at_ =
      0;  ///< a line that could start a statement although brackets are open; 0 is none
  std::size_t lost_at_ = 0;
  errc lost_rule_{};
  std::string lost_message_;
  std::size_t start_indent_ = 0;
  std::uint32_t depth_ = 0, brace_depth_ = 0;
  char quote_ = '"';
  char last_char_ = 0;  ///< in resync: the last character of the line before that is no space
  before before_ = before::nothing;
  bool has_token_ = false, is_first_token_ = false, is_directive_ = false, is_after_iri_ = false;
  bool is_too_deep_ = false, saw_dot_ = false, saw_brace_ = false, saw_open_brace_ = false,
       is_comment_line_ = false;
  std::size_t dropped_bytes_ = 0;
  enum class name_kind : std::uint8_t { name, number, tag } name_kind_ = name_kind::name;
};

}  // namespace laundromat
