// What the parts of the parser share: the text and its tokens, the terms, and where statements and defects go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/emission/statement_writer.hpp"
#include "core/rdf/turtle/state/open_statement.hpp"
#include "core/rdf/turtle/terms/term_reader.hpp"
#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/syntax_lookahead.hpp"
#include "core/rdf/turtle/tokens/token_cursor.hpp"

namespace laundromat::turtle {

/// Owns the parts that have no rule of the grammar in them; lives as long as the document is read. `text` and the sink must live longer.
/// Each part guards its own state; only `now` is plain state, which says itself who writes it.
struct parser_context {
  parser_context(rdf_format of, const reader_options& options, text_window& window, statement_sink& sink)
      : format(of),
        limits(options.limits),
        text(window),
        tokens(window, options.limits),
        lookahead(tokens.tokens(), window),
        reports(window, sink, options),
        terms(window, reports, options),
        out(sink, std::min(options.limits.statement_bytes, held_bytes), options.limits.statement_bytes) {}
  parser_context(const parser_context&) = delete;
  parser_context& operator=(const parser_context&) = delete;

  /// Statements in brackets wait up to this size; longer lists are written while they are read.
  static constexpr std::uint64_t held_bytes = std::uint64_t{1} << 20;

  [[nodiscard]] bool is_trig() const { return format == rdf_format::trig; }
  /// Whether graphs are read: they are in Turtle, too, where the profile repairs.
  [[nodiscard]] bool has_graphs() const { return is_trig() || reports.repairs(errc::quad_in_triples); }
  /// Whether the token is at the margin: the first on its line, and indented no deeper than the statement.
  [[nodiscard]] bool is_at_margin() const { return is_margin(tokens.is_first_on_line(), tokens.indent()); }
  /// The same of any place.
  [[nodiscard]] bool is_margin(bool is_first_on_line, std::uint64_t indent) const {
    return is_first_on_line && indent <= now.indent;
  }
  /// Whether a predicate or object at the margin may be the subject of the next statement: nothing was kept of this one yet.
  [[nodiscard]] bool may_be_next_subject() const { return now.depth() == 0 && !now.has_predicate; }
  /// What may be a predicate begins at the offset `begin`, which is the token's.
  void begin_predicate(std::uint64_t begin) {
    now.begin_predicate(begin, is_at_margin(),
                        tokens.last_kind() == token_kind::semicolon && !tokens.is_first_on_line());
  }
  /// What may be an object begins at the offset `begin`, which is the token's.
  void begin_object(std::uint64_t begin) {
    now.begin_object(begin, is_at_margin(), tokens.last_kind() == token_kind::comma);
  }
  /// How long a gap is whose lines are looked at, and how far a reading may go back.
  [[nodiscard]] std::uint64_t most_gap_bytes() const {
    return std::min<std::uint64_t>(separator_lookahead_bytes, limits.statement_bytes);
  }
  /// Whether a blank line is in the gap before `t`; the parser keeps the text of the gap.
  [[nodiscard]] bool is_behind_blank_line(const token& t) const {
    return !t.has(is_too_long) && is_behind_blank_line(tokens.begin_of(t));
  }
  [[nodiscard]] bool is_behind_blank_line(std::uint64_t begin_bytes) const {
    const auto length = begin_bytes - tokens.last_end();
    return length <= most_gap_bytes() &&
           has_blank_line({text.at(tokens.last_end()), static_cast<std::size_t>(length)});
  }

  rdf_format format;     ///< never changes
  reader_limits limits;  ///< never change
  text_window& text;     ///< the reader adds text, the parser drops it
  token_cursor tokens;   ///< moved by the parser, `usual_pairs` and `statement_recovery`
  syntax_lookahead lookahead;
  defect_reporter reports;
  term_reader terms;
  statement_writer out;
  open_statement now;
};

}  // namespace laundromat::turtle
