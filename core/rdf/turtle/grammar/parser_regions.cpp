// What is left out while the grammar holds: an object, a predicate, a statement, a line between statements.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/recovery/junk_line.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"

namespace laundromat::turtle {

/// Leaves out the object, predicate or statement that is being read. `begin_bytes` is where what is left out begins.
void parser::skip_unit(unit what, errc rule, const char* at, std::string message, std::uint64_t begin_bytes) {
  if (what == unit::subject) frames_.statement().skips_subject = true;
  if (what == unit::predicate) frames_.top().skips_predicate = true;
  if (region_.is_open) return widen_region(what, begin_bytes);
  region_ = {true, frames_.depth(), what, begin_bytes, reports_.notice(rule, at, std::move(message))};
}

/// Something around what is left out is left out, too.
void parser::widen_region(unit what, std::uint64_t begin_bytes) {
  const auto depth = what == unit::subject ? 0 : frames_.depth();
  if (depth > region_.depth || (depth == region_.depth && what <= region_.what)) return;
  region_.depth = depth;
  region_.what = what;
  region_.begin = std::min(region_.begin, begin_bytes);
}

/// When the first predicate of a statement is none, its subject may be none either: nothing of the statement is kept.
void parser::skip_predicate(errc rule, const char* at, std::string message) {
  const bool is_first = frames_.depth() == 0 && !has_predicate_;
  skip_unit(is_first ? unit::subject : unit::predicate, rule, at, std::move(message),
            is_first ? statement_begin_ : predicate_begin_);
}

/// Leaves out an object. In a list nothing less than the whole list can be left out, or it would be another one.
void parser::skip_object(const term_problem& problem, const token& t) {
  skips_object_ = true;
  if (t.kind == token_kind::broken) forget_buried_directives(t);
  if (region_.is_open) {
    const bool is_reported = problem.message == lost_declaration && region_.found.message == lost_declaration;
    if (is_reported) return;
    auto found = reports_.notice(problem.rule, problem.at, problem.message);
    return reports_.skip(std::move(found), tokens_.begin_of(t), tokens_.end_of(t));
  }
  const auto around = frames_.leave_lists(object_begin_, is_spilling_);
  if (around.depth != frames_.depth()) frames_.top().is_bad_list = true;
  region_ = {true, around.depth, around.is_subject ? unit::subject : unit::object, around.begin,
             reports_.notice(problem.rule, problem.at, problem.message)};
}

void parser::end_region(std::uint64_t end_bytes) {
  region_.is_open = false;
  const auto begin = out_.is_holding() ? region_.begin : std::max(region_.begin, out_.end_bytes());
  const auto end = std::max(begin, end_bytes);
  if (!is_echo()) {
    reports_.skip(std::move(region_.found), begin, end);
  } else if (echo_.is_open && echo_.last_begin == previous_begin_) {
    reports_.drop_repairs(begin, end);
    echo_.end = end;
    echo_.last_begin = statement_begin_;
  } else {
    report_echo();
    reports_.drop_repairs(begin, end);
    echo_ = {true, begin, end, statement_begin_, std::move(region_.found)};
  }
  out_.reach(begin, span_kind::statement);
  out_.reach(end, span_kind::quarantine);
}

/// Whether the whole statement is left out because of a declaration that is lost.
bool parser::is_echo() const {
  return state_ == state::statement && !has_written_ && !lost_.on_trial &&
         region_.found.message == lost_declaration;
}

void parser::report_echo() {
  if (!echo_.is_open) return;
  echo_.is_open = false;
  reports_.skip(std::move(echo_.found), echo_.begin, echo_.end);
}

/// Leaves out a line between statements that is no Turtle. True when it is, or when its end has not come yet.
bool parser::skip_junk(const token& t) {
  const bool may_be_text = long_quote_ != 0 && long_end_ >= statement_begin_;
  if (t.has(is_too_long) || may_be_text) return false;
  const auto* const limit =
      text_->end() - t.begin > line_lookahead_bytes ? t.begin + line_lookahead_bytes : text_->end();
  const auto* const line_end = find_line_end(t.begin, limit);
  is_waiting_ = line_end == text_->end() && !text_->is_closed();
  if (is_waiting_) return true;
  const auto length = line_end < limit || limit == text_->end()
                          ? junk_length({t.begin, static_cast<std::size_t>(line_end - t.begin)})
                          : 0;
  if (length == 0) return false;
  const auto begin = tokens_.begin_of(t), end = begin + length;
  out_.reach(begin, span_kind::syntax);
  forget_lost_directives(begin, end);
  reports_.skip(reports_.notice(errc::syntax_error, t.begin, "a line that is no Turtle"), begin, end);
  out_.reach(end, span_kind::quarantine);
  skipped_to_ = end;
  tokens_.jump_to(end);
  return true;
}

}  // namespace laundromat::turtle
