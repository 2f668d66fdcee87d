// Which graph statements are in: where a graph begins and ends, also when a brace is missing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/emission/statement_writer.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// How much speaks against the current graph while statements wait.
enum class graph_doubt : std::uint8_t {
  slight,  ///< it is probably the right one: what waits is kept unless a brace or the layout of the document refutes it
  open,  ///< only a brace that closes another graph refutes it
  firm,  ///< a graph was begun that could not be opened, or its end may be a stray: nothing that follows can prove where it ends
};

/// Sets the graph of the writer, and begins and ends its doubt: the time in which statements wait because a brace may be missing.
///
///     default graph ─── open ─► graph ─── close ─► default graph, behind a graph
///           └── begin_doubt ─►  in doubt  ◄── begin_statement ──┘
///                                  └── end_doubt: the statements are kept, or skipped with one defect
///
/// A statement of a graph is indented deeper than the name of its graph. One at the margin may be behind a brace that is missing: it
/// waits for the brace that closes the graph. So does one on the same line, but for the first. At the end of the document they are kept
/// only where a missing brace is put in, and when no other statement was indented, on the line of the brace, or behind a blank line or
/// skipped text, which may be where the graph ends; where the document is cut, the last two say nothing. Behind a graph, a statement that is
/// not indented less than the statements of the graph waits for the next graph, or for a brace that shows that the graph did not end. Where a
/// graph was begun but not opened, because its first statement or its brace is damaged, all statements up to the next graph are skipped; so
/// they are where the brace that closes a graph is before a damaged statement on its line, or behind a brace that opened within the graph.
class graph_scope {
 public:
  graph_scope(bool is_trig, const text_window& text, statement_writer& out, defect_reporter& reports)
      : is_trig_(is_trig), text_(&text), out_(&out), reports_(&reports), is_behind_(is_trig) {}

  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Between statements: whether the last thing was a graph, or a brace that closed one.
  [[nodiscard]] bool is_behind_graph() const { return is_behind_; }
  /// Whether a string or IRI without end may contain the brace that ends or begins a graph.
  [[nodiscard]] bool hides_brace(const token& t) const {
    return t.kind == token_kind::broken && (is_open_ || is_trig_) &&
           t.text().find_first_of("{}") != std::string_view::npos;
  }
  /// Whether a graph was begun that could not be opened, and no other one has begun since.
  [[nodiscard]] bool is_unopened() const { return out_->is_in_doubt() && doubt_ == graph_doubt::firm; }
  /// The indent of the line with the name of the last graph.
  [[nodiscard]] std::uint64_t indent() const { return indent_; }

  /// A statement begins: the doubt about its graph may begin with it.
  void begin_statement(bool is_first_on_line, std::uint64_t indent);
  /// A blank line or skipped text is before the statement that has begun: the graph may have ended there.
  void note_break() { has_break_ = true; }
  /// The default graph begins with a brace that ends at `end_bytes`. `indent` is that of the line of the brace. Ends the doubt.
  void open_default(std::uint64_t indent, std::uint64_t end_bytes);
  /// A graph begins whose name begins at `name_begin`, on a line with this indent. Ends the doubt. Errors: a graph that is still open is
  /// reported; a brace is put in where the profile allows it.
  void open_named(const term_view& name, std::uint64_t indent, std::uint64_t name_begin, const char* brace);
  /// The graph ends with a brace that ends at `end_bytes`.
  void close(std::uint64_t end_bytes);
  /// A brace closed a graph of which it is not known where it began.
  void close_unknown();
  /// The graph ends without a brace, because a directive is behind it. The doubt that begins with it waits for `begin_doubt`.
  void close_before_directive();
  /// The graph is given up, because a brace within it makes no sense.
  void abandon();
  /// The name of another graph is in skipped text: the one that is open has ended somewhere before.
  void close_before_name();
  /// A brace was skipped: the end of the document does not end the graph.
  void require_brace();
  /// The document ends at `at`. Errors: a graph that is open is reported; a brace is put in where the profile allows it.
  void report_open(const char* at);
  /// Ends the doubt at the end of the document; `is_cut` says that the document ends with a skipped statement.
  void finish(bool is_cut);

  /// From here on statements are in the current graph only if no brace closes another one before the next graph begins. `why` is the
  /// message of the defect, a literal.
  void begin_doubt(std::string_view why, graph_doubt how = graph_doubt::open);
  /// Keeps what was written since `begin_doubt` if `is_certain` and the doubt is not firm; else reports it as skipped.
  void end_doubt(bool is_certain);

 private:
  void begin(std::uint64_t indent);
  void set_default() { out_->set_graph(term_kind::none, {}); }

  bool is_trig_;
  const text_window* text_;
  statement_writer* out_;
  defect_reporter* reports_;
  bool is_open_ = false;
  bool is_behind_;  ///< a graph is before the statements that are read, or may have lost its beginning
  bool is_nested_ = false;    ///< the graph before it was not closed
  bool is_fresh_ = false;     ///< it has no statement yet
  bool has_indented_ = true;  ///< one of its statements is indented deeper than its name
  bool has_break_ = false;    ///< see `note_break`
  bool needs_brace_ = false;  ///< the end of the document does not end it
  graph_doubt doubt_{};       ///< while the writer is in doubt
  std::uint64_t indent_ = 0;
  std::string_view why_;  ///< of the doubt
};

}  // namespace laundromat::turtle
