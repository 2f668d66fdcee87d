// The way back to the grammar: skips a statement that is not well-formed, and finds where the next one begins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/rdf/turtle/recovery/lost_declarations.hpp"
#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/state/graph_scope.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"

namespace laundromat::turtle {

/// What became of the brace of a graph that what is skipped may begin with, from the least to the worst.
enum class lost_brace : std::uint8_t {
  none,
  unlikely,  ///< it may begin with the name of a graph, but then more is damaged than the brace that it lacks
  possible,  ///< it may begin with the name of a graph, and lack its brace
  missing,   ///< it begins with `GRAPH`, or a bracket that closes is behind a name; no brace was read yet
  refused,   ///< a brace is behind a name, but what follows the brace may be no graph
  stray,     ///< a brace closed a graph, but may be a stray, so that the graph goes on
};

/// Skips tokens up to the end of the statement, without taking the rest of it for new statements:
///
///     begin ─► read ── more ──┐  ─► resumed at a dot, a brace, a directive
///                ▲────────────┘  ─► trial of the next statement ── pass_trial ─► resumed
///                ▲────────────────────────── begin ───┘
/// Where it is in doubt that the statement has ended, the next one is on trial: it is kept only when the whole of it is well-formed,
/// and else belongs to what is skipped. What is skipped is one defect, that of the first fault.
/// Memory: one defect and a few offsets.
class statement_recovery {
 public:
  statement_recovery(parser_context& all, graph_scope& graphs, string_watch& strings,
                     lost_declarations& declarations, nested_writer& nested)
      : all_(&all), graphs_(&graphs), strings_(&strings), declarations_(&declarations), nested_(&nested) {}

  /// A statement is being skipped, or the next one is on trial.
  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] bool is_on_trial() const { return on_trial_; }
  /// The statement on trial was well-formed; the trial is passed if what follows may begin a statement.
  [[nodiscard]] bool is_proved() const { return is_proved_; }
  /// Whether the statement on trial is on a line of its own, and nothing else is in doubt.
  [[nodiscard]] bool is_trial_clear() const {
    return is_at_margin_ && !is_in_doubt_ && !is_text_in_doubt_ && brackets_ == 0;
  }

  /// Keeps the defect that explains what is skipped; only for the first fault, while nothing is being skipped.
  void open(defect found);
  /// The statement cannot be kept from the next token on; what was written of it is kept. `is_behind_text`: a long string before it may
  /// not have ended.
  void begin(lost_brace brace, bool is_behind_text);
  /// No brace must close the one at the offset `at`, which is read next.
  void ignore_brace(std::uint64_t at) { ignored_brace_ = at; }

  enum class next : std::uint8_t {
    more,       ///< the token is skipped
    resume,     ///< the token is the last that is skipped, or opens a graph: the next one begins a statement
    statement,  ///< the token begins a statement, which may be on trial
    close_graph,  ///< the token is the brace that closes the graph
    finish,       ///< the document ends
    wait,         ///< the text that has arrived does not decide: the token is read again with more
  };
  [[nodiscard]] next read(const token& t);

  /// The statement on trial has ended with its dot.
  void end_trial_statement();
  /// What is skipped has ended before the statement on trial, which is kept.
  void pass_trial();
  /// Whether `t` may follow a statement on trial that was well-formed.
  [[nodiscard]] bool may_follow_trial(const token& t) const;

  /// The next token is so far away that a name before it is not looked at again.
  void forget_label() {
    label_at_.reset();
    graph_word_at_.reset();
  }
  /// The first byte that is read again, or `from`.
  [[nodiscard]] std::uint64_t needed_from(std::uint64_t from) const;
  /// Appends the offsets that a report may begin at.
  void append_marks(std::vector<std::uint64_t>& marks) const;

 private:
  [[nodiscard]] decision leave_text(const token& t);
  [[nodiscard]] next read_behind_end(const token& t);
  [[nodiscard]] next count(const token& t, bool is_open_text);
  void count_directive(const token& t);
  void count_bracket(const token& t, bool is_open_text);
  [[nodiscard]] next read_open_brace();
  [[nodiscard]] next read_close_brace(const token& t);
  [[nodiscard]] next begin_trial(const token& t);
  void resume_at(std::uint64_t at);
  void doubt_graph();
  void doubt_braces();
  [[nodiscard]] bool is_behind_lost_graph() const;
  [[nodiscard]] bool may_start_statement(const token& t) const;
  [[nodiscard]] bool is_after_dot() const;

  parser_context* all_;
  graph_scope* graphs_;
  string_watch* strings_;
  lost_declarations* declarations_;
  nested_writer* nested_;

  bool is_open_ = false, on_trial_ = false, is_proved_ = false;
  bool is_at_margin_ = false;  ///< the trial began on a new line
  bool is_deeper_ =
      false;  ///< what follows is on the same line, or indented deeper: it may be in the graph that lost its brace
  bool is_statement_ =
      false;  ///< subject, predicate and object were read before the fault: more than the name of a graph
  bool is_in_doubt_ = false;        ///< strings or brackets do not fit: a dot may not be what it seems
  bool is_text_in_doubt_ = false;   ///< what is read may be inside a string
  bool is_graph_in_doubt_ = false;  ///< a brace may be inside a string without end
  lost_brace lost_brace_{};
  bool has_hidden_end_ = false;  ///< the last token was a string without end, with a brace at its end
  char text_quote_ = 0;          ///< what is read may be the rest of a long string in these quotes
  std::string_view keyword_;     ///< of the directive that the last token began
  std::uint32_t braces_ = 0;     ///< that are open
  std::uint32_t words_ = 0;      ///< that were skipped behind the fault
  std::uint64_t ignored_brace_ = ~0ull;
  std::uint64_t brackets_ = 0;  ///< that are open
  std::uint64_t begin_ = 0, trial_begin_ = ~0ull;
  std::uint64_t margin_ = 0;             ///< the indent of the statement before the trial
  std::optional<std::uint64_t> end_at_;  ///< where the statement ended, if what follows on the line is one
  std::optional<std::uint64_t> graph_word_at_;  ///< the last token, when it was `GRAPH`
  std::optional<std::uint64_t>
      label_at_;  ///< the last token, when it was first on its line and may name a graph
  defect found_;
};

}  // namespace laundromat::turtle
