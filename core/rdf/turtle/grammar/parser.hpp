// The grammar of Turtle and TriG: from tokens to statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/turtle/grammar/directive_reader.hpp"
#include "core/rdf/turtle/grammar/graph_block_reader.hpp"
#include "core/rdf/turtle/grammar/object_term_reader.hpp"
#include "core/rdf/turtle/grammar/read_progress.hpp"
#include "core/rdf/turtle/grammar/usual_pairs.hpp"
#include "core/rdf/turtle/recovery/lost_declarations.hpp"
#include "core/rdf/turtle/recovery/separator_repair.hpp"
#include "core/rdf/turtle/recovery/skip_merger.hpp"
#include "core/rdf/turtle/recovery/skip_region.hpp"
#include "core/rdf/turtle/recovery/statement_recovery.hpp"
#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/state/graph_scope.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"

namespace laundromat::turtle {

/// Reads as many tokens as the window has. A statement is written as soon as the token after its object proves that it is whole.
///
///     statement ─► predicate ─► object ─► after_object ─── , ─► object   ; ─► predicate   . ─► statement
///                                 │  │         └── ~ {| ─► annotation ─── , ; . as behind the object
///                                 │  └──── [ ( <<( << ─► a frame ─── ] ) )>> >> ─► after_object or item of the frame outside
///     any state ── a token that fits nowhere ─► skipping ── the end of the statement ─► statement
///
/// This class decides which token may follow which; its parts do the rest. Three kinds of fault, from small to large:
/// * a term cannot be kept, but the grammar holds: `skip_region` leaves out the object, predicate or statement;
/// * a delimiter is missing, and exactly one can be put in: `separator_repair`;
/// * anything else: `statement_recovery` skips to the end of the statement.
class parser {
 public:
  parser(rdf_format format, const reader_options& options, text_window& text, statement_sink& sink);

  /// Errors: the sink's.
  [[nodiscard]] result<void> run();
  /// Gives up the text that is not needed any more, but for the first bytes of what may be reported later. To be called before text is
  /// appended: views of the text are not valid any more.
  void drop_text();

 private:
  enum class state : std::uint8_t {
    statement,
    predicate,
    object,
    item,           ///< of a list, or its end
    inner_subject,  ///< of a triple term or a reified triple
    literal,        ///< a string was read: its tag or datatype may follow
    after_object,
    reifier,          ///< behind `~`
    reifier_end,      ///< behind `~ [`
    annotation,       ///< behind a reifier or annotation
    lost_annotation,  ///< the end of a damaged annotation is looked for
    graph_header,     ///< behind `GRAPH`
    directive,
    skipping,
  };
  enum class place : std::uint8_t {
    first,     ///< a predicate must follow
    optional,  ///< a predicate or the end: behind `[…]` as subject, behind `[`
    repeated,  ///< behind `;`
  };

  // parser.cpp: the text, and what is between statements.
  bool read_gap();
  void report_odd(const gap& found);
  [[nodiscard]] bool begins_needed_text() const;
  [[nodiscard]] std::uint64_t needed_from() const;
  void step(const token& t);
  void start_statement(std::uint64_t begin, bool is_end = false);
  void begin_statement(const token& t);
  void begin_subject(const token& t);
  void skip_stray_quotes(const token& t);
  void follow_block(const token& t, read_progress found);
  void read_directive(const token& t);
  void finish(const token& t);

  // parser_usual.cpp: the fast path.
  [[nodiscard]] bool read_usual();
  void follow_usual(usual_pairs::outcome next);
  [[nodiscard]] read_progress begin_usual();
  void begin_usual_statement();
  [[nodiscard]] read_progress declare_usual(const char* at);
  [[nodiscard]] read_progress open_usual_graph(bool is_behind_keyword);
  [[nodiscard]] read_progress close_usual_graph(const char* at);

  // parser_predicates.cpp
  void read_predicate(const token& t);
  void read_predicate_iri(const token& t);
  void skip_predicate(const token_fault& fault, const token& t);
  void read_predicate_end(const token& t);
  [[nodiscard]] decision begins_block(const token& t) const;
  void keep_margin_term(const token& t);

  // parser_objects.cpp: objects and brackets.
  void read_object(const token& t);
  void read_missing_object(const token& t);
  void read_term(const token& t, read_progress found, errc rule, std::string_view message);
  void read_literal(const token& t);
  void read_item(const token& t);
  void open_bracket(const token& t, frame::kind_type kind);
  void close_bracket();
  [[nodiscard]] state behind_object() const;

  // parser_delimiters.cpp: what follows an object, and how objects and statements end.
  void read_after_object(const token& t);
  void read_separator(const token& t);
  void read_behind_annotation(const token& t);
  void close_unopened_bracket(const token& t);
  [[nodiscard]] decision has_doubled_quotes(const token& t) const;
  void end_at_comma(std::uint64_t end_bytes);
  void end_at_semicolon(std::uint64_t end_bytes);
  void end_at_missing_dot(const token& t);
  void end_object(std::uint64_t end_bytes, bool is_last = false);
  void end_statement(std::uint64_t end_bytes);
  [[nodiscard]] object_context describe_object() const;
  [[nodiscard]] std::string no_delimiter(const token& t) const;

  // parser_recovery.cpp: what fits nowhere.
  /// Recovers, or waits for more text, unless the answer is the one that the grammar needs.
  [[nodiscard]] bool is_answer(decision found, decision needed, errc rule, const token& t,
                               const char* message);
  [[nodiscard]] decision fits_brackets(const token& t, decision far = decision::no);
  [[nodiscard]] decision is_within_text(const token& t);
  [[nodiscard]] bool may_lack_brace() const;
  [[nodiscard]] bool may_be_in_graph() const;
  [[nodiscard]] bool follows_stray_brace(const token& t) const;
  [[nodiscard]] bool follows_name_of_graph(const token& t) const;
  [[nodiscard]] lost_brace find_lost_brace(const token& t) const;
  [[nodiscard]] bool skip_junk(const token& t);
  [[nodiscard]] bool skip_heading(const token& t);
  void skip_line(const token& t, std::uint64_t end);
  [[nodiscard]] bool restarts_at_margin(const token& t) const;
  void recover(errc rule, const token& t, std::string message = {});
  void recover(errc rule, const token& t, std::string message, lost_brace brace);
  void recover_from(const token& t, lost_brace brace);
  void skip(const token& t);

  // parser_triples.cpp: triple terms, reified triples and annotations.
  void open_triple(const token& t);
  void read_inner_subject(const token& t);
  void skip_triple(const token_fault& fault, const token& t);
  void read_triple_end(const token& t);
  void read_annotation(const token& t);
  void read_reifier(const token& t);
  void read_reifier_end(const token& t);
  void lose_reifier(const token& t);
  void close_annotation(const token& t);
  [[nodiscard]] bool begin_lost_annotation(errc rule, const token& t, const std::string& message);
  void lose_annotation(defect why, std::uint64_t begin, std::size_t open, const token& t);
  void read_lost_annotation(const token& t);

  parser_context all_;
  string_watch strings_;
  lost_declarations declarations_;
  graph_scope graphs_;
  skip_merger merger_;
  skip_region region_;
  nested_writer nested_;
  separator_repair separators_;
  directive_reader directives_;
  object_term_reader objects_;
  usual_pairs usual_;
  usual_pairs::subject usual_subject_;
  statement_recovery recovery_;
  graph_block_reader blocks_;

  state state_ = state::statement;
  place place_ = place::first;
  bool takes_fast_path_;
  bool is_done_ = false;
  bool is_behind_skip_ = false;  ///< what is before this statement was skipped
  bool was_behind_skip_ =
      false;  ///< what is before the last statement, or before the brace behind which this one begins, was skipped
  bool is_behind_brace_ = false;  ///< the statement begins behind a brace that closes, on the same line
  /// The end of the token before a predicate or object that may be the subject of the next statement.
  std::optional<std::uint64_t> restart_at_;
  bool is_waiting_ = false;  ///< the token is read again when more text has arrived
  std::vector<std::uint64_t> marks_;
  /// An annotation that is left out, and whose end is looked for.
  struct {
    defect why;
    std::uint64_t begin = 0;
    std::size_t open = 0;  ///< blocks
  } lost_;
};

}  // namespace laundromat::turtle
