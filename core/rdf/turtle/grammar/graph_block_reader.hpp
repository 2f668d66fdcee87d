// Graph blocks: `{ … }`, `name { … }` and `GRAPH name { … }`, from the brace that opens to the one that closes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/rdf/turtle/grammar/read_progress.hpp"
#include "core/rdf/turtle/recovery/statement_recovery.hpp"
#include "core/rdf/turtle/state/graph_scope.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"

namespace laundromat::turtle {

/// Decides whether a brace opens a graph, and opens and closes it in the `graph_scope`. The name of a graph without `GRAPH` is read as the
/// subject of a statement, so that it is in frame 0 of the context when its brace comes.
///
///     open_default ─────────────────────────────► done
///     open_named ───────────────────────────────► done | wait
///     begin_header ─► read_header ── more ─► … ─► done | wait      any of them ─► failed: `why` and `brace` explain what is skipped
class graph_block_reader {
 public:
  graph_block_reader(parser_context& all, graph_scope& graphs, nested_writer& nested,
                     statement_recovery& recovery)
      : all_(&all), graphs_(&graphs), nested_(&nested), recovery_(&recovery) {}

  /// `t` is the keyword `GRAPH`.
  void begin_header() { header_ = header::name; }
  /// The next token behind `GRAPH`. `done`: it is the brace.
  [[nodiscard]] read_progress read_header(const token& t);
  /// `t` is a brace where a statement may begin.
  [[nodiscard]] read_progress open_default(const token& t);
  /// `t` is a brace behind a term that may name a graph.
  [[nodiscard]] read_progress open_named(const token& t);
  /// The same for a brace at `brace` that is known to open the graph of this name in TriG, outside of trials.
  void open_certain(const term_view& name, const char* brace);
  /// Whether a brace outside of graphs, with a term before it, opens one for certain: the term is behind `GRAPH`, or the line ends behind it.
  [[nodiscard]] bool is_certain(bool is_behind_keyword, bool ends_line) const {
    return all_->is_trig() && !graphs_->is_open() &&
           (is_behind_keyword || syntax_lookahead::opens_graph_plainly(ends_line, {}));
  }
  /// `t` is a brace that closes, where a statement may begin. A brace that closes nothing is skipped; what was written since the last graph
  /// may have been in another one. Failed: on trial, it is no proof that the statement before it has ended.
  [[nodiscard]] read_progress close(const token& t);

  /// Why the last token failed.
  [[nodiscard]] const refusal& why() const { return why_; }
  /// What became of the brace, when the last token failed. A graph that was open may have been given up.
  [[nodiscard]] lost_brace brace() const { return brace_; }

 private:
  enum class header : std::uint8_t {
    name,
    anonymous,  ///< behind `[`
    brace,
  };

  [[nodiscard]] read_progress open(const token& t, bool needs_no_proof);
  [[nodiscard]] read_progress refuse(const token& t);
  [[nodiscard]] read_progress read_name(const token& t);
  [[nodiscard]] read_progress fail(errc rule, std::string message, lost_brace brace);
  [[nodiscard]] read_progress fail_header(errc rule, std::string message);
  /// Whether the text before the brace may be that of a graph whose brace is missing.
  [[nodiscard]] lost_brace may_lack_brace() const;

  parser_context* all_;
  graph_scope* graphs_;
  nested_writer* nested_;
  statement_recovery* recovery_;
  header header_{};
  lost_brace brace_{};
  refusal why_;
};

}  // namespace laundromat::turtle
