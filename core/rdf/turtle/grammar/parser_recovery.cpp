// Implements the way out of the grammar: what is no statement, and what is skipped from a token that fits nowhere.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"

#include <utility>

#include "core/rdf/turtle/recovery/junk_line.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"

namespace laundromat::turtle {

bool parser::is_answer(decision found, decision needed, errc rule, const token& t, const char* message) {
  if (found == needed) return true;
  is_waiting_ = found == decision::undecided;
  if (!is_waiting_) recover(rule, t, message);
  return false;
}

/// Whether a token that does not fit where it is may be part of a string that ended too early.
decision parser::is_within_text(const token& t) {
  return recovery_.is_open() ? decision::no : strings_.contains(t, all_.tokens.tokens().quotes());
}

decision parser::fits_brackets(const token& t, decision far) {
  return all_.lookahead.fits_brackets(t, all_.now.depth(), all_.now.indent, far);
}

/// `<graph> <s> <p> <o> .` in TriG: a fourth term in the first place where one can be noticed.
bool parser::may_lack_brace() const {
  if (!all_.is_trig() || graphs_.is_open()) return false;
  return !all_.now.has_predicate &&
         (state_ == state::predicate || state_ == state::object || state_ == state::after_object);
}

/// Of a damaged statement: the brace before it may be a stray.
bool parser::may_be_in_graph() const {
  return is_behind_brace_ && (all_.is_trig() || graphs_.is_behind_graph()) && !graphs_.is_open();
}

/// Whether `t` is where a fault is noticed when nothing is wrong but a brace that cuts a statement in two: behind one or two terms. Or the
/// brace is in a text without its quotes, of which the rest was skipped.
bool parser::follows_stray_brace(const token& t) const {
  if (state_ == state::directive) return false;
  return was_behind_skip_ || state_ == state::statement || state_ == state::predicate ||
         (state_ == state::object && is_delimiter(t.kind));
}

/// Whether `t` is where a fault is noticed in `<graph> <s> <p> <o> .` or `<graph> .` when nothing but the brace is lost.
bool parser::follows_name_of_graph(const token& t) const {
  switch (state_) {
    case state::predicate:
      return t.kind == token_kind::dot || (is_subject_start(t.kind) && !roles_of(t).predicate);
    case state::object:
      return t.kind == token_kind::word && t.text() == "a";
    default:
      return true;
  }
}

lost_brace parser::find_lost_brace(const token& t) const {
  if (may_be_in_graph() && follows_stray_brace(t)) return lost_brace::stray;
  if (state_ == state::graph_header) return lost_brace::missing;
  if (!may_lack_brace()) return lost_brace::none;
  const bool is_first_fault = !recovery_.is_open() && !region_.is_open();
  return is_first_fault && follows_name_of_graph(t) ? lost_brace::possible : lost_brace::unlikely;
}

/// Skips a line between statements that is no Turtle. True when it is, or when its end has not arrived yet.
bool parser::skip_junk(const token& t) {
  if (t.has(is_too_long) || strings_.has_long_string()) return false;
  const auto* const text_end = all_.text.end();
  const auto* const limit =
      text_end - t.begin > line_lookahead_bytes ? t.begin + line_lookahead_bytes : text_end;
  const auto* const line_end = find_line_end(t.begin, limit);
  is_waiting_ = line_end == text_end && !all_.text.is_closed();
  if (is_waiting_) return true;
  const auto length = line_end < limit || limit == text_end
                          ? junk_length({t.begin, static_cast<std::size_t>(line_end - t.begin)})
                          : 0;
  if (length == 0) return false;
  skip_line(t, all_.tokens.begin_of(t) + length);
  return true;
}

/// Skips the heading `Example:`, above a statement. True when it is one, or when that cannot be said yet.
bool parser::skip_heading(const token& t) {
  if (t.has(is_too_long) || strings_.has_long_string() || all_.terms.is_declared(prefix_of(t))) return false;
  const auto is_heading = all_.lookahead.is_heading(t);
  is_waiting_ = is_heading == decision::undecided;
  if (is_heading == decision::yes) skip_line(t, all_.tokens.end_of(t));
  return is_heading != decision::no;
}

void parser::skip_line(const token& t, std::uint64_t end) {
  const auto begin = all_.tokens.begin_of(t);
  all_.out.reach(begin, span_kind::syntax);
  declarations_.forget_skipped(begin, end, all_.out.end_bytes());
  all_.reports.skip(all_.reports.notice(errc::syntax_error, t.begin, "a line that is no Turtle"), begin, end);
  all_.out.reach(end, span_kind::quarantine);
  all_.now.skipped_to = end;
  all_.tokens.jump_to(end);
}

/// Whether the statement that follows begins with a term that was read as a part of this one. `t` is where the fault was noticed.
bool parser::restarts_at_margin(const token& t) const {
  const auto& now = all_.now;
  return restart_at_ && state_ != state::directive && now.depth() == 0 && !now.has_written &&
         !t.has(is_too_long) && all_.tokens.begin_of(t) - *restart_at_ <= all_.most_gap_bytes() &&
         !(all_.is_at_margin() && is_subject_start(t.kind)) && !needs_more(t.kind);
}

/// The statement that is being read cannot be kept from `t` on; what was written of it is kept.
void parser::recover(errc rule, const token& t, std::string message) {
  if (begin_lost_annotation(rule, t, message)) return;
  const auto brace = find_lost_brace(t);
  // `GRAPH` is in no graph: the one that is open has ended somewhere before.
  if (brace == lost_brace::missing && graphs_.is_open()) graphs_.abandon();
  recover(rule, t, std::move(message), brace);
}

void parser::recover(errc rule, const token& t, std::string message, lost_brace brace) {
  if (!recovery_.is_open())
    recovery_.open(region_.is_open() ? region_.take()
                                     : all_.reports.notice(rule, t.begin, std::move(message)));
  recover_from(t, brace);
}

/// The defect that explains what is skipped is known.
void parser::recover_from(const token& t, lost_brace brace) {
  merger_.flush();
  const bool is_directive = state_ == state::directive;
  if (is_directive) directives_.lose();
  // A directive on its own line shows that the string before it has ended.
  const bool is_behind_text = strings_.is_behind_long_string() && !(is_directive && all_.now.begins_line);
  if (region_.is_open()) static_cast<void>(region_.take());
  const bool is_restart = restarts_at_margin(t) && !is_behind_text;
  recovery_.begin(brace, is_behind_text);
  all_.tokens.tokens().set_in_triple(false);
  state_ = state::skipping;
  if (is_restart) return all_.tokens.go_back_to(*std::exchange(restart_at_, std::nullopt));
  restart_at_.reset();
  skip(t);
}

void parser::skip(const token& t) {
  using next = statement_recovery::next;
  const auto found = recovery_.read(t);
  is_waiting_ = found == next::wait;
  if (found == next::wait || found == next::more) return;
  state_ = state::statement;
  if (found == next::statement) return begin_statement(t);
  if (found == next::close_graph) return follow_block(t, blocks_.close(t));
  if (found == next::finish) return finish(t);
}

}  // namespace laundromat::turtle
