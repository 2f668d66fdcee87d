// Implements the grammar between statements: the text, subjects, graphs and directives.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

parser::parser(rdf_format format, const reader_options& options, text_window& text, statement_sink& sink)
    : all_(format, options, text, sink),
      strings_(text, format == rdf_format::trig),
      declarations_(text, all_.terms, all_.now),
      graphs_(format == rdf_format::trig, text, all_.out, all_.reports),
      merger_(all_.reports),
      region_(all_.now, all_.out, all_.reports, merger_),
      nested_(all_.now, all_.out),
      separators_(all_.lookahead, all_.reports),
      directives_(text, all_.tokens, all_.lookahead, all_.reports, all_.terms, all_.out, declarations_),
      objects_(all_, strings_, graphs_, region_, declarations_, nested_),
      usual_(text, options, all_.terms.known()),
      recovery_(all_, graphs_, strings_, declarations_, nested_),
      blocks_(all_, graphs_, nested_, recovery_),
      takes_fast_path_(options.takes_fast_path) {}

result<void> parser::run() {
  auto& tokens = all_.tokens;
  while (!is_done_ && !all_.out.has_failed()) {
    if (!tokens.is_within_string() && !read_gap()) break;
    if (takes_fast_path_ && read_usual()) continue;
    tokens.tokens().set_in_list(all_.now.frames.is_in_list() && state_ != state::skipping);
    const auto t = tokens.next();
    if (t.kind == token_kind::need_more) break;
    is_waiting_ = false;
    const bool is_far = tokens.end_of(t) - tokens.last_end() > all_.limits.statement_bytes;
    if (is_far) recovery_.forget_label();
    if (is_far && begins_needed_text())
      recover(errc::statement_too_long, t, "its next term is further away than the limit");
    else
      step(t);
    if (is_waiting_) break;
    if (nested_.is_trial_too_long()) recover(errc::statement_too_long, t);
    if (is_waiting_) break;
    const bool is_glued = t.kind == token_kind::name && *t.end == '#' && !tokens.has_jumped();
    if (is_glued && !tokens.was_read(tokens.end_of(t)))
      all_.reports.note(errc::comment_after_name, t.begin, t.end);
    tokens.advance(t);
  }
  return all_.out.has_failed() ? all_.out.outcome() : result<void>{};
}

/// False when the text ends before a token begins.
bool parser::read_gap() {
  auto& tokens = all_.tokens;
  auto end = tokens.skip_gap();
  for (; end == token_cursor::gap_end::odd; end = tokens.skip_gap())
    if (!tokens.was_read(tokens.offset())) report_odd(tokens.odd());
  return end == token_cursor::gap_end::token;
}

/// A byte order mark, or bytes of a comment that are not UTF-8.
void parser::report_odd(const gap& found) {
  const auto rule = found.in_comment ? errc::illegal_utf8 : errc::byte_order_mark;
  if (!found.in_comment && all_.reports.repairs(rule))
    return all_.reports.repair(rule, found.odd, found.end, {});
  all_.reports.note(rule, found.odd, found.end);
}

/// Whether the text of the literal or directive that is being read is looked at again.
bool parser::begins_needed_text() const {
  const auto& now = all_.now;
  return state_ == state::directive ||
         (now.has_object && !now.skips_object && now.object.view.kind == term_kind::literal);
}

/// The first byte that is looked at again. What is too far behind is not: it is known to be skipped.
std::uint64_t parser::needed_from() const {
  const auto at = all_.tokens.offset();
  if (at - all_.tokens.last_end() > all_.limits.statement_bytes) return at;
  auto from = at;
  if (begins_needed_text()) from = state_ == state::directive ? all_.now.begin : all_.now.object_begin;
  // The gap before the token, where a blank line may say that a block has ended.
  if (const auto end = all_.tokens.last_end(); at - end <= all_.most_gap_bytes()) from = std::min(from, end);
  if (restart_at_ && at - *restart_at_ <= all_.most_gap_bytes()) from = std::min(from, *restart_at_);
  return recovery_.needed_from(from);
}

void parser::drop_text() {
  if (all_.text.begin() == all_.text.end() || is_done_ || all_.out.has_failed()) return;
  auto& now = all_.now;
  const auto& tokens = all_.tokens;
  if (now.has_object) now.object.pin();
  marks_.assign({all_.out.end_bytes(), all_.out.held().end_bytes, tokens.last_end(), now.begin,
                 now.predicate_begin, now.object_begin});
  now.frames.append_marks(marks_);
  region_.append_marks(marks_);
  merger_.append_marks(marks_);
  recovery_.append_marks(marks_);
  if (state_ == state::lost_annotation || state_ == state::reifier) marks_.push_back(lost_.begin);
  if (all_.out.is_in_doubt()) marks_.push_back(all_.out.doubt_begin());
  if (tokens.is_within_string()) marks_.push_back(tokens.tokens().long_begin());
  const auto needed = needed_from();
  declarations_.keep(needed, tokens.last_end(), all_.out.end_bytes());
  all_.text.drop(all_.text.at(needed), marks_, all_.reports.needed_bytes());
}

void parser::step(const token& t) {
  switch (state_) {
    case state::statement:
      return begin_statement(t);
    case state::predicate:
      return read_predicate(t);
    case state::object:
      return read_object(t);
    case state::item:
      return read_item(t);
    case state::inner_subject:
      return read_inner_subject(t);
    case state::reifier:
      return read_reifier(t);
    case state::reifier_end:
      return read_reifier_end(t);
    case state::lost_annotation:
      return read_lost_annotation(t);
    case state::literal:
      return read_literal(t);
    case state::after_object:
    case state::annotation:
      return read_after_object(t);
    case state::graph_header:
      return follow_block(t, blocks_.read_header(t));
    case state::directive:
      return read_directive(t);
    case state::skipping:
      return skip(t);
  }
}

/// Forgets the statement before. What begins at `begin` is a statement, a directive or a graph unless it `is_end`: of a graph, or of the
/// document.
void parser::start_statement(std::uint64_t begin, bool is_end) {
  const auto& tokens = all_.tokens;
  if (!recovery_.is_on_trial()) {
    all_.out.reach(begin, span_kind::syntax);
    const bool is_all_kept = all_.out.held().count == 0 && !all_.out.is_in_doubt() && !merger_.is_holding();
    if (all_.reports.has_waiting() && is_all_kept) all_.reports.report_waiting(begin);
  }
  was_behind_skip_ = std::exchange(is_behind_skip_, all_.now.skipped_to >= tokens.last_end());
  all_.now.start(begin, tokens.is_first_on_line(), tokens.indent());
  restart_at_.reset();
  is_behind_brace_ = tokens.last_kind() == token_kind::close_brace && !tokens.is_first_on_line();
  strings_.begin_statement(begin);
  nested_.begin_statement();
  if (is_end) return;
  graphs_.begin_statement(tokens.is_first_on_line(), tokens.indent());
  if (graphs_.is_open() && all_.out.is_in_doubt() &&
      (is_behind_skip_ || recovery_.is_on_trial() || all_.is_behind_blank_line(begin)))
    graphs_.note_break();
}

void parser::begin_statement(const token& t) {
  auto& now = all_.now;
  const auto& tokens = all_.tokens;
  const auto begin = tokens.begin_of(t);
  if (is_odd_subject(t.kind) && tokens.is_first_on_line() && !recovery_.is_on_trial() && !is_known_word(t) &&
      skip_junk(t))
    return;
  if (is_bare_prefix(t) && tokens.is_first_on_line() && !recovery_.is_on_trial() && skip_heading(t)) return;
  if (recovery_.is_proved()) {
    if (!recovery_.may_follow_trial(t)) return recover(errc::syntax_error, t);
    recovery_.pass_trial();
  }
  const bool is_end = t.kind == token_kind::end;
  start_statement(begin, is_end || t.kind == token_kind::close_brace);
  if (is_end) return finish(t);
  if (t.kind == token_kind::open_brace) return follow_block(t, blocks_.open_default(t));
  if (t.kind == token_kind::close_brace) return follow_block(t, blocks_.close(t));
  if (const auto keyword = directive_of(t); !keyword.empty()) {
    const bool is_at_margin = tokens.is_first_on_line() && tokens.indent() == 0;
    if (graphs_.is_unopened() && is_at_margin && t.kind == token_kind::tag) {
      graphs_.close_before_directive();
      graphs_.begin_doubt("the graph may not have ended before");
    }
    directives_.begin(t, keyword, graphs_.is_open());
    state_ = state::directive;
    return;
  }
  if (t.kind == token_kind::word && all_.has_graphs() && is_keyword(t.text(), "GRAPH")) {
    blocks_.begin_header();
    state_ = state::graph_header;
    return;
  }
  if (t.kind == token_kind::dot && !recovery_.is_on_trial()) {
    all_.reports.skip(all_.reports.notice(errc::syntax_error, t.begin, "a dot without a statement"), begin,
                      tokens.end_of(t));
    now.skipped_to = tokens.end_of(t);
    return all_.out.reach(tokens.end_of(t), span_kind::quarantine);
  }
  begin_subject(t);
}

/// Three quotes whose string has no end, in the place of a subject, where no string can be: only the quotes are odd.
void parser::skip_stray_quotes(const token& t) {
  constexpr std::ptrdiff_t width = 3;
  all_.tokens.jump_to(all_.tokens.begin_of(t) + width);
  recover(errc::unterminated, {token_kind::stray, 0, t.begin, t.begin + width, t.begin}, "no subject");
}

void parser::begin_subject(const token& t) {
  auto& now = all_.now;
  auto& f = now.frames.statement();
  place_ = place::first;
  state_ = state::predicate;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri: {
      now.may_label_graph = true;
      f.subject_kind = term_kind::iri;
      std::string_view value;
      if (!all_.terms.read_iri(t, f.subject, value))
        return region_.skip(skip_unit::subject, all_.terms.fault(), now.begin);
      if (value.data() != f.subject.data()) f.subject.assign(value);
      return;
    }
    case token_kind::blank:
      now.may_label_graph = true;
      f.subject_kind = term_kind::blank;
      if (!all_.terms.read_blank(t, f.subject))
        region_.skip(skip_unit::subject, all_.terms.fault(), now.begin);
      return;
    case token_kind::open_bracket:
      return open_bracket(t, frame::property_list);
    case token_kind::open_list:
      return open_bracket(t, frame::list);
    case token_kind::open_reified:
      return open_triple(t);
    case token_kind::open_triple:
      return recover(errc::triple_term_out_of_place, t);
    case token_kind::string:
    case token_kind::quoted:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      if (string_watch::opened_quote(t) != 0)
        return recover(errc::literal_out_of_place, t, "a literal as subject");
      return region_.skip(skip_unit::subject, errc::literal_out_of_place, t.begin, "a literal as subject",
                          now.begin);
    case token_kind::word:
    case token_kind::stray:
      all_.terms.refuse_token(t);
      if (strings_.is_behind_long_string()) return recover(errc::syntax_error, t, "no subject");
      return region_.skip(skip_unit::subject, all_.terms.fault(), now.begin);
    case token_kind::broken: {
      const bool is_long_string = t.text().starts_with("\"\"\"") || t.text().starts_with("'''");
      if (is_long_string && !t.has(is_too_long) && !strings_.is_behind_long_string())
        return skip_stray_quotes(t);
      return recover(errc::unterminated, t, "no subject");
    }
    default:
      return recover(errc::syntax_error, t, "no subject");
  }
}

/// What `blocks_` did with a token.
void parser::follow_block(const token& t, read_progress found) {
  is_waiting_ = found == read_progress::wait;
  if (found == read_progress::failed)
    return recover(blocks_.why().rule, t, blocks_.why().message, blocks_.brace());
  if (found == read_progress::done) state_ = state::statement;
}

void parser::read_directive(const token& t) {
  const auto found = directives_.read(t);
  is_waiting_ = found == read_progress::wait;
  if (is_waiting_ || found == read_progress::more) return;
  if (found == read_progress::failed) return recover(directives_.why().rule, t, directives_.why().message);
  state_ = state::statement;
  if (found == read_progress::done_before) step(t);
}

void parser::finish(const token& t) {
  const auto end = all_.tokens.begin_of(t);
  merger_.flush();
  graphs_.report_open(t.begin);
  all_.out.reach(end, span_kind::syntax);
  // A document that is cut within a statement has lost the brace that way.
  graphs_.finish(all_.now.skipped_to == end);
  all_.reports.report_waiting();
  all_.out.finish();
  is_done_ = true;
}

}  // namespace laundromat::turtle
