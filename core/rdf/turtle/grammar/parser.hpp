// The grammar of Turtle and TriG: from tokens to statements, and the way back from what is no Turtle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/emission/statement_writer.hpp"
#include "core/rdf/turtle/grammar/frame_stack.hpp"
#include "core/rdf/turtle/recovery/lost_directive.hpp"
#include "core/rdf/turtle/recovery/lost_text.hpp"
#include "core/rdf/turtle/recovery/syntax_lookahead.hpp"
#include "core/rdf/turtle/terms/turtle_terms.hpp"
#include "core/rdf/turtle/tokens/token_cursor.hpp"
#include "core/rdf/turtle/tokens/token_roles.hpp"

namespace laundromat::turtle {

/// Reads as many tokens as the window has. A statement is written as soon as the token after its object proves that it is whole.
///
///     statement ─► predicate ─► object ─► after_object ─── , ─► object   ; ─► predicate   . ─► statement
///                                 │  └──── [ ( ─► a frame ─── ] ) ─► after_object or item of the frame outside
///     any state ── what fits nowhere ─► lost ── the end of the statement ─► statement
///
/// Three kinds of fault, from small to large:
/// * a token says what it must not, but the grammar holds: `region_` skips the object, predicate or statement that it stands in;
/// * a delimiter is missing, and exactly one can be put in: it is;
/// * anything else: `lost_` skips to the end of the statement. Where that is in doubt, the next statement is on trial: it counts only
///   when the whole of it is well-formed, and else belongs to what is skipped.
/// Statements in brackets wait for the closing bracket, unless they become too many.
class parser {
 public:
  parser(rdf_format format, const reader_options& options, text_window& text, statement_sink& sink);

  /// Errors: the sink's.
  [[nodiscard]] result<void> run();

 private:
  enum class state : std::uint8_t {
    statement,
    predicate,
    object,
    item,  ///< of a list, or its end
    after_string,
    datatype,
    after_object,
    graph_name,
    graph_anonymous,
    graph_open,
    prefix_name,
    prefix_colon,
    prefix_iri,
    base_iri,
    directive_end,
    lost,
  };
  enum class place : std::uint8_t {
    first,     ///< a predicate must follow
    optional,  ///< a predicate or the end: behind `[…]` as subject, behind `[`
    repeated,  ///< behind `;`
  };
  enum class unit : std::uint8_t { object, predicate, subject };

  // parser_usual.cpp: the short way.
  bool read_usual_pairs();
  bool read_usual_pair(const char* at);
  [[nodiscard]] std::string_view find_usual_predicate(const char* at, std::size_t& length);
  [[nodiscard]] const char* read_usual_object(const char* at);
  void end_usual_pairs();

  // parser.cpp: the grammar.
  void mark_skips();
  [[nodiscard]] bool begins_needed_text() const;
  [[nodiscard]] std::uint64_t needed_from() const;
  bool read_gap();
  void report_odd(const gap& found);
  void step(const token& t);
  void begin_statement(const token& t);
  void begin_subject(const token& t);
  void read_predicate(const token& t);
  void read_predicate_iri(const token& t);
  void read_predicate_end(const token& t);
  void read_object(const token& t);
  void read_after_object(const token& t);
  void read_item(const token& t);
  void end_at_comma(std::uint64_t end_bytes);
  void end_at_semicolon(std::uint64_t end_bytes);
  void end_object(std::uint64_t end_bytes, bool is_last = false);
  void end_statement(std::uint64_t end_bytes);

  // parser_terms.cpp: terms and brackets in their places, and what is skipped around a bad one.
  void watch_text(const token& t);
  void watch_long_string(const token& t) {
    if (!t.has(is_long) || t.has(is_too_long)) return;
    long_quote_ = *t.begin;
    long_end_ = text_->offset_of(t.end);
    has_brace_in_text_ = format_ == rdf_format::trig && has_open_brace(t.text());
  }
  [[nodiscard]] bool read_object_term(const token& t);
  void read_text_term(const token& t);
  [[nodiscard]] bool read_word_term(const token& t);
  void read_after_string(const token& t);
  void read_literal_datatype(const token& t);
  void end_literal(const char* end);
  void repair_tag_and_datatype(const token& t);
  void open_frame(const token& t, frame::kind_type kind);
  void close_frame();
  void deliver(term_kind kind, std::string_view value, bool is_skipped);
  void begin_item();
  void write_object();
  void write_link(std::string_view predicate, term_kind kind, std::string_view object);
  void flush_brackets();
  void spill();
  void make_label(std::string& into);
  void update_holding();

  // parser_regions.cpp: what is left out while the grammar holds.
  void skip_unit(unit what, errc rule, const char* at, std::string message, std::uint64_t begin_bytes);
  void skip_unit(unit what, const term_problem& problem, std::uint64_t begin_bytes) {
    skip_unit(what, problem.rule, problem.at, problem.message, begin_bytes);
  }
  void widen_region(unit what, std::uint64_t begin_bytes);
  void skip_predicate(errc rule, const char* at, std::string message);
  void skip_object(const term_problem& problem, const token& t);
  void end_region(std::uint64_t end_bytes);
  [[nodiscard]] bool is_echo() const;
  void report_echo();
  [[nodiscard]] bool skip_junk(const token& t);

  // parser_recovery.cpp: the way back where it does not.
  void get_lost(errc rule, const token& t, std::string message = {});
  void step_lost(const token& t);
  void step_behind_lost(const token& t);
  void count_lost(const token& t, bool is_open_text);
  void step_lost_brace(const token& t);
  [[nodiscard]] char opened_text(const token& t) const;
  [[nodiscard]] bool is_behind_long_string() const;
  [[nodiscard]] belief is_within_text(const token& t);
  [[nodiscard]] belief leave_text(const token& t);
  void find_way(std::uint64_t at);
  void begin_trial(const token& t);
  void pass_trial();
  [[nodiscard]] bool may_start_statement(const token& t) const;
  [[nodiscard]] bool is_after_dot() const;
  [[nodiscard]] bool may_lack_brace() const;
  [[nodiscard]] bool may_follow_trial(const token& t) const;
  [[nodiscard]] bool hides_brace(const token& t) const;
  void doubt_braces();
  [[nodiscard]] static bool has_open_brace(std::string_view text);

  // parser_graphs.cpp: graphs and directives.
  void open_graph(const token& t);
  void open_labelled_graph(const token& t);
  void close_graph(const token& t);
  void begin_graph();
  void doubt_graph();
  void refuse_graph(const token& t);
  void begin_graph_doubt(std::string_view why, bool is_likely = false);
  void end_graph_doubt(bool is_certain);
  void end_doubted_graph();
  [[nodiscard]] bool is_behind_lost_graph() const;
  void leave_lost_graph(const token& t);
  void open_behind_lost_graph(const token& t);
  void begin_directive(const token& t, std::string_view keyword, bool is_sparql);
  void read_graph_name(const token& t);
  void read_prefix_name(const token& t);
  void read_directive_iri(const token& t);
  void read_directive_end(const token& t);
  void read_sparql_end(const token& t);
  void declare();
  void forget();
  void forget(const lost_directive& found);
  void forget_prefix(std::string_view name);
  void pin_terms();
  void forget_buried_directives(const token& t);
  void forget_lost_directives(std::uint64_t begin_bytes, std::uint64_t end_bytes);
  void show_lost_text(std::uint64_t end_bytes);
  void show_text(lost_text& to, std::uint64_t end_bytes);
  void keep_lost_text(std::uint64_t end_bytes);
  void finish(const token& t);

  // parser_separators.cpp: one missing `,`, `;` or `.`.
  [[nodiscard]] object_context describe_object() const;
  [[nodiscard]] belief fits_brackets(const token& t, belief far = belief::no) {
    return lookahead_.fits_brackets(t, frames_.depth(), start_indent_, far);
  }
  [[nodiscard]] std::string no_delimiter(const token& t) const;
  void repair_separator(const token& t);
  void end_at_missing_dot(const token& t);

  [[nodiscard]] bool is_in_directive() const {
    return state_ >= state::prefix_name && state_ <= state::directive_end;
  }
  [[nodiscard]] bool has_graphs() const {
    return format_ == rdf_format::trig || reports_.repairs(errc::quad_in_triples);
  }
  /// Between statements: nothing before this place can be skipped any more.
  [[nodiscard]] bool is_all_kept() const {
    return out_.held().count == 0 && !out_.is_in_doubt() && !echo_.is_open;
  }
  [[nodiscard]] bool is_first_at_margin() const {
    return tokens_.is_first_on_line() && tokens_.indent() <= start_indent_;
  }

  rdf_format format_;
  reader_limits limits_;
  text_window* text_;
  token_cursor tokens_;
  syntax_lookahead lookahead_;
  reporter reports_;
  term_reader terms_;
  statement_writer out_;
  lost_text lost_text_;
  std::optional<lost_text> lost_gap_;  ///< the same with what stands behind the last token
  std::uint64_t lost_gap_begin_ = 0;

  state state_ = state::statement;
  std::vector<std::uint64_t> marks_;
  bool is_done_ = false, is_waiting_ = false, is_trial_too_long_ = false;

  frame_stack frames_;
  place place_ = place::first;
  held_term object_;
  std::uint64_t object_begin_ = 0, predicate_begin_ = 0;
  bool has_object_ = false, skips_object_ = false;
  bool has_predicate_ = false;        ///< a predicate with an object is behind us
  bool is_margin_risky_ = false;      ///< the predicate or object stands where a subject could stand
  bool is_behind_comma_ = false;      ///< the object is not the first of its predicate
  bool is_behind_semicolon_ = false;  ///< the predicate stands behind one, on the same line
  bool may_label_graph_ = false, is_spilling_ = false, has_written_ = false;
  std::uint64_t statement_begin_ = 0, start_indent_ = 0;
  char long_quote_ = 0;                              ///< of the last long string
  std::uint64_t long_end_ = 0, previous_begin_ = 0;  ///< of that, and of the statement before this one
  bool has_brace_in_text_ = false;                   ///< of the last long string
  char text_quote_ = 0;           ///< of a long or empty string right before, which may have ended too early
  bool has_broken_text_ = false;  ///< a string or IRI of the statement has no end
  bool begins_line_ = false;      ///< the statement is the first on its line
  std::uint64_t label_count_ = 0;
  bool in_graph_ = false;
  bool is_nested_graph_ = false;  ///< the graph before it was not closed
  bool is_graph_fresh_ = false;   ///< no statement of it yet
  bool is_doubt_likely_ = false;  ///< that it turns out to be nothing
  bool is_graph_indented_ = false, is_behind_graph_ = false;
  bool needs_brace_ = false;  ///< the end of the document does not end it
  std::uint64_t graph_indent_ = 0;
  std::uint64_t skipped_to_ = 0;  ///< where the last skipped statement ends
  std::string_view graph_doubt_;  ///< why

  struct {
    bool is_open = false;
    std::size_t depth = 0;
    unit what{};
    std::uint64_t begin = 0;
    defect found;
  } region_;

  struct {
    bool is_open = false, on_trial = false;
    bool is_in_doubt = false;        ///< strings or brackets do not fit: a dot may not be what it seems
    bool is_text_in_doubt = false;   ///< what is read may be the inside of a string
    bool is_at_margin = false;       ///< the trial began there
    bool is_proved = false;          ///< the trial was passed if a statement may begin behind it
    bool may_lack_brace = false;     ///< what is lost may begin with the name of a graph
    bool is_graph_in_doubt = false;  ///< a brace may have stood in a string without end
    std::string_view keyword;        ///< of a directive that was lost right before
    bool has_hidden_end = false;     ///< the last token was a string without end, with a brace at its end
    char text_quote = 0;             ///< what is read may be the rest of a long string in these quotes
    std::uint32_t braces = 0;
    std::uint64_t brackets = 0, begin = 0, trial_begin = ~0ull, margin = 0;
    std::optional<std::uint64_t> end_at;  ///< where the statement ended, if what follows on the line is one
    std::optional<std::uint64_t> graph_word_at;  ///< the last token, when it was `GRAPH`
    std::optional<std::uint64_t>
        label_at;  ///< the last token, when it was first on its line and may name a graph
    defect found;
  } lost_;
  struct {
    std::string name, iri;
    std::optional<defect> bad;
    bool is_prefix = false, is_sparql = false, has_name = false, is_iri_open = false;
    bool lacks_colon = false;
  } directive_;
  /// Statements that follow each other and are skipped because the declaration of their prefixes is lost: one defect for all of them.
  struct {
    bool is_open = false;
    std::uint64_t begin = 0, end = 0, last_begin = 0;  ///< the last statement of them
    defect found;
  } echo_;
};

}  // namespace laundromat::turtle
