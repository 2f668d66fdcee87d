// Decides from the tokens ahead which delimiter is missing, and whether brackets, graphs and quotes fit together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/model/decision.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/turtle/tokens/lexer.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token_roles.hpp"

namespace laundromat::turtle {

enum class separator : std::uint8_t { wait, none, comma, semicolon, dot };

/// The complete object before the token in question.
struct object_context {
  std::size_t depth = 0;           ///< open brackets
  std::uint64_t start_indent = 0;  ///< of the line where the statement begins
  term_view object;
  std::string_view predicate;
  bool repeats_subject = false;  ///< the predicate is the subject, too
  bool at_margin = false;        ///< the token is first on its line, indented no deeper than the statement
  bool is_margin_risky = false;  ///< the predicate or object is where a subject could be
  bool is_skipped = false;       ///< the object is left out, or a part of it
  bool is_behind_comma = false;  ///< the object is not the first of its predicate
  bool is_behind_semicolon = false;  ///< the predicate is behind a semicolon, on the same line
  bool holds_dot = false;            ///< the object is a name whose dot may end a statement
  bool has_gap = false;              ///< space or a comment is before the token
  bool has_graphs = false;           ///< graphs are read in this format and profile
  bool needs_one_reading = false;    ///< no delimiter is put in where a term may have another place
  bool begins_line = false;          ///< the token is first on its line
  bool has_pair_beside = false;      ///< the first predicate is on the line of the subject
  bool may_lack_brace = false;  ///< the statement may begin with the name of a graph whose brace is missing
};

/// Where a name and a brace are.
struct brace_context {
  bool in_graph = false;
  bool is_first_on_line = false;    ///< the brace
  bool begins_line = false;         ///< the name
  bool is_at_graph_margin = false;  ///< the name is indented no deeper than the graph around
};

/// Reads ahead in the window and answers; emits nothing, and leaves the lexer as it was.
/// Answers are the same however the text is cut. What was found about text further ahead is remembered by offset, so that no text is read
/// more than once for the same question.
class syntax_lookahead {
 public:
  syntax_lookahead(const lexer& tokens, const text_window& text) : lexer_(&tokens), text_(&text) {}

  /// Which delimiter is missing before `first`, which follows a complete object: exactly one makes the text well-formed. Where one
  /// reading is needed, no term before it or behind it may have another place in text that has lost more:
  /// * a comma: the object is no IRI, which may be a predicate, and the next term can only be an object;
  /// * a semicolon: the object is a literal, or is in brackets; another one may be a subject, unless a line ends behind it and the first
  ///   predicate is on the line of its subject;
  /// * a dot within a line: the object is no IRI, or `a` is behind the next term; else what follows may be more objects. A dot before a term at
  ///   the margin: always, since a subject, predicate and object are complete on both sides.
  /// None is put in behind a predicate or object at the margin, which may be a subject, or behind a predicate that is its own subject.
  [[nodiscard]] separator find_separator(const token& first, const object_context& around) const;
  /// Whether each bracket that closes between `first` and the end of the statement was opened; else the one that is missing may belong
  /// where a delimiter seems to be missing. Brackets within an annotation that begins there do not count. `far` is the answer when the end of the statement is too far away.
  [[nodiscard]] decision fits_brackets(const token& first, std::size_t depth, std::uint64_t start_indent,
                                       decision far = decision::no);
  /// Whether what follows a name and a brace may be a statement, which proves that a graph begins. A brace at the end of a line, or at
  /// the margin of the open graph, needs no proof. Within a graph a name at the end of its line is rather the rest of a statement.
  [[nodiscard]] decision opens_graph(const token& brace, const brace_context& around) const;
  /// Whether a brace that `ends_line` opens a graph for certain.
  [[nodiscard]] static bool opens_graph_plainly(bool ends_line, const brace_context& around) {
    return ends_line && (!around.in_graph || (around.begins_line && around.is_at_graph_margin));
  }
  /// Whether `first`, which may be a subject or a predicate, begins a statement or the name of a graph, rather than what follows a
  /// subject: two terms or a brace follow. Too far away counts as no.
  [[nodiscard]] decision begins_statement(const token& first) const;
  /// Whether `first`, the first word on its line, begins `PREFIX p: <…>` or `BASE <…>`. Too far away counts as no.
  [[nodiscard]] decision begins_directive(const token& first) const;
  /// Whether `name` is a heading: the only thing on its line, and no subject of what follows: a term that is no predicate, or `a` behind the
  /// next term, which is its predicate. Too far away counts as no.
  [[nodiscard]] decision is_heading(const token& name) const;
  /// Whether a dot is the next token behind `t`. Too far away counts as no.
  [[nodiscard]] decision is_before_dot(const token& t) const;
  /// Whether `rest`, a string right behind another one, ends a text whose quotes are doubled: a delimiter or one more such string follows.
  [[nodiscard]] decision ends_doubled_quotes(const token& rest) const;
  /// Whether a brace that was opened before `first` is closed near behind it.
  [[nodiscard]] decision closes_brace(const token& first);
  /// Whether a delimiter right behind `object` is part of it: no space follows, and nothing begins with what does.
  [[nodiscard]] decision cuts_object(const token& delimiter, const term_view& object) const;
  /// Whether a string that ends at `string_end` ends there for certain: the quotes behind it on the line fit, or the next string has its
  /// end.
  [[nodiscard]] decision fits_line(const char* string_end);
  /// Whether the annotation blocks that are open at `first`, `open` of them, end within the statement, and the offset where; with 0, an
  /// annotation block may begin at `first` or right behind it. Without their end they reach up to a dot behind which a line begins that is
  /// indented no deeper than `start_indent`, that of the statement.
  [[nodiscard]] decision find_annotation_end(const token& first, std::size_t open, std::uint64_t start_indent,
                                             std::uint64_t& end) const;
  /// Whether the double quotes from `at` to the end of its line come in pairs.
  [[nodiscard]] decision has_even_quotes(const char* at);

  /// Whether the object may be the first part of a longer term that ends with `next`.
  [[nodiscard]] static bool may_be_cut(const token& next, const object_context& around);

 private:
  /// Whether `t` can follow a line that is a whole statement but for its dot: the end, a directive, or a subject at the margin.
  [[nodiscard]] static bool may_follow_line(const token& t, const char* line, std::uint64_t start_indent);
  [[nodiscard]] static bool is_only_reading(std::size_t count, const token_roles& next,
                                            const object_context& around);

  const lexer* lexer_;
  const text_window* text_;
  std::uint64_t balanced_to_ = 0;  ///< offset before which no bracket closes that was not opened
  std::uint64_t closed_at_ = 0;    ///< offset of the brace that closes the one before
  std::uint64_t even_to_ = 0;      ///< offset before which quotes are known to come in pairs
};

}  // namespace laundromat::turtle
