// Implements what follows an object: delimiters, also missing ones, and the ends of objects and statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"

namespace laundromat::turtle {

void parser::read_after_object(const token& t) {
  auto& now = all_.now;
  const auto& tokens = all_.tokens;
  if (now.frames.top().is_triple()) return read_triple_end(t);
  if (t.kind == token_kind::tilde || t.kind == token_kind::open_annotation) return read_annotation(t);
  const auto kind = now.frames.top().kind;
  const bool is_statement = kind == frame::statement;
  const auto cuts =
      tokens.has_gap() || now.skips_object ? decision::no : all_.lookahead.cuts_object(t, now.object.view);
  if (!is_answer(cuts, decision::no, errc::syntax_error, t, "a delimiter within a term")) return;
  if (is_statement && tokens.last_kind() == token_kind::close_bracket && is_joint(t.kind) &&
      !is_answer(fits_brackets(t, decision::yes), decision::yes, errc::unbalanced_bracket, t,
                 "a bracket too many before it"))
    return;
  switch (t.kind) {
    case token_kind::comma:
      return end_at_comma(tokens.end_of(t));
    case token_kind::semicolon:
      return end_at_semicolon(tokens.end_of(t));
    case token_kind::dot:
      if (!is_statement) return recover(errc::unbalanced_bracket, t, "a bracket is not closed");
      return end_statement(tokens.end_of(t));
    case token_kind::close_bracket:
      if (is_statement) return close_unopened_bracket(t);
      if (kind != frame::property_list)
        return recover(errc::unbalanced_bracket, t, "a bracket that was not opened");
      if (now.has_object) end_object(tokens.end_of(t));
      return close_bracket();
    case token_kind::close_annotation:
      if (is_statement) return close_unopened_bracket(t);
      if (kind != frame::annotation)
        return recover(errc::unbalanced_bracket, t, "an annotation that was not opened");
      return close_annotation(t);
    case token_kind::close_brace:
      if (!is_statement || !graphs_.is_open())
        return recover(errc::unbalanced_bracket, t, "a bracket that does not match");
      end_statement(tokens.last_end());
      return follow_block(t, blocks_.close(t));
    default:
      if (!now.has_object) return read_behind_annotation(t);
      return read_separator(t);
  }
}

/// A term where a delimiter should be, behind an annotation.
void parser::read_behind_annotation(const token& t) {
  const bool is_end = t.kind == token_kind::end || !directive_of(t).empty();
  if (is_end && all_.now.depth() == 0 && !recovery_.is_on_trial() && all_.reports.repairs(errc::missing_dot))
    return end_at_missing_dot(t);
  recover(t.kind == token_kind::end ? errc::unterminated : errc::syntax_error, t, no_delimiter(t));
}

/// Behind a whole statement, and before its dot: one that opens cannot be missing, since nothing in the statement could follow it.
void parser::close_unopened_bracket(const token& t) {
  constexpr auto message = "a bracket that was not opened";
  const bool may_drop = !recovery_.is_on_trial() && !region_.is_open() && !all_.now.is_margin_risky &&
                        all_.reports.repairs(errc::unbalanced_bracket);
  const auto drops = may_drop ? all_.lookahead.is_before_dot(t) : decision::no;
  if (is_answer(drops, decision::yes, errc::unbalanced_bracket, t, message))
    all_.reports.repair(errc::unbalanced_bracket, t.begin, t.end, {}, message);
}

/// `"x "" y"`: a text whose own quotes are doubled, as in CSV, is one object. `t` is a string right behind another one.
decision parser::has_doubled_quotes(const token& t) const {
  const auto& tokens = all_.tokens;
  const bool may_be = t.kind == token_kind::string && !t.has(is_long | is_too_long) && !tokens.has_gap() &&
                      tokens.last_kind() == token_kind::string && !recovery_.is_open();
  return may_be ? all_.lookahead.ends_doubled_quotes(t) : decision::no;
}

/// A term where a delimiter should be.
void parser::read_separator(const token& t) {
  auto& now = all_.now;
  const auto& tokens = all_.tokens;
  const bool is_suffix = t.kind == token_kind::carets ||
                         (t.kind == token_kind::tag && (directive_of(t).empty() || !tokens.has_gap()));
  if (is_suffix && now.object.view.kind == term_kind::literal) {
    const auto found = objects_.read_late_suffix(t);
    return read_term(t, found, objects_.why().rule, objects_.why().message);
  }
  const auto is_doubled = has_doubled_quotes(t);
  is_waiting_ = is_doubled == decision::undecided;
  if (is_waiting_) return;
  if (is_doubled == decision::yes) {
    if (now.skips_object) return;
    return region_.skip_object({errc::quote_in_literal, t.begin, {}}, now.object_begin, tokens.end_of(t),
                               nested_.is_spilling());
  }
  if (t.kind == token_kind::end) {
    if (now.depth() == 0 && tokens.has_gap() && now.begins_line && !now.skips_object &&
        !recovery_.is_on_trial() && all_.reports.repairs(errc::missing_dot))
      return end_at_missing_dot(t);
    return recover(errc::unterminated, t, "the document ends within a statement");
  }
  const auto is_text = is_within_text(t);
  is_waiting_ = is_text == decision::undecided;
  if (is_text != decision::no) return is_waiting_ ? void() : recover(errc::syntax_error, t, no_delimiter(t));
  using reliance = separator_repair::reliance;
  const auto relied = !recovery_.is_on_trial()     ? reliance::full
                      : recovery_.is_trial_clear() ? reliance::lines
                                                   : reliance::none;
  const auto found = separators_.decide(t, describe_object(), relied);
  is_waiting_ = found.missing == separator::wait;
  if (is_waiting_) return;
  if (!found.is_repaired) return recover(found.rule, t, no_delimiter(t));
  if (found.rule == errc::missing_dot) return end_at_missing_dot(t);
  const auto last_end = tokens.last_end();
  const auto put_in = found.missing == separator::dot ? "." : found.missing == separator::comma ? "," : ";";
  all_.reports.insert(found.rule, t.begin, last_end, put_in);
  if (found.missing == separator::dot)
    end_statement(last_end);
  else if (found.missing == separator::comma)
    end_at_comma(last_end);
  else
    end_at_semicolon(last_end);
  step(t);
}

/// What the lookahead must know about the complete object.
object_context parser::describe_object() const {
  const auto& now = all_.now;
  const auto& tokens = all_.tokens;
  return {.depth = now.depth(),
          .start_indent = now.indent,
          .object = now.object.view,
          .predicate = now.frames.top().predicate,
          .repeats_subject = now.depth() == 0 && !now.frames.top().skips_subject &&
                             now.frames.top().subject_kind == term_kind::iri &&
                             now.frames.top().predicate == now.frames.top().subject,
          .at_margin = all_.is_at_margin(),
          .is_margin_risky = now.is_margin_risky,
          .is_skipped = now.skips_object || region_.has_ended_since(now.object_begin),
          .is_behind_comma = now.is_behind_comma,
          .is_behind_semicolon = now.is_behind_semicolon,
          .holds_dot = tokens.last_holds_dot(),
          .has_gap = tokens.has_gap(),
          .has_graphs = all_.has_graphs(),
          .needs_one_reading = !all_.reports.is_generous(),
          .begins_line = tokens.is_first_on_line(),
          .has_pair_beside = now.has_pair_beside,
          .may_lack_brace = may_lack_brace()};
}

std::string parser::no_delimiter(const token& t) const {
  const auto found =
      t.has(is_too_long) ? std::string("a term that is too long") : defect_reporter::quote(t.text());
  return "found " + found + " where " + (all_.now.depth() == 0 ? "a dot" : "a closing bracket") +
         ", semicolon or comma is expected";
}

void parser::end_at_comma(std::uint64_t end_bytes) {
  if (all_.now.has_object) end_object(end_bytes);
  state_ = state::object;
}

void parser::end_at_semicolon(std::uint64_t end_bytes) {
  if (all_.now.has_object) end_object(end_bytes);
  if (region_.is(skip_unit::predicate)) region_.close(all_.tokens.last_end());
  all_.now.frames.top().skips_predicate = false;
  place_ = place::repeated;
  state_ = state::predicate;
}

void parser::end_at_missing_dot(const token& t) {
  all_.reports.insert(errc::missing_dot, t.begin, all_.tokens.last_end(), ".");
  end_statement(all_.tokens.last_end());
  step(t);
}

/// The token before `end_bytes` proves that the object is whole.
void parser::end_object(std::uint64_t end_bytes, bool is_last) {
  auto& now = all_.now;
  const bool is_statement = now.depth() == 0;
  const bool writes = !now.skips_object && !now.frames.top().skips_objects();
  if (is_statement) nested_.flush();
  nested_.write_object();
  now.end_object();
  strings_.end_object();
  // Of a statement of which nothing is kept, all is skipped.
  const bool is_all_skipped = is_last && is_statement && !now.has_written;
  if (region_.is(skip_unit::object) && !is_all_skipped) region_.close(all_.tokens.last_end());
  if (!writes || (!is_statement && !nested_.is_spilling())) return;
  now.has_written = true;
  if (!region_.is_open()) all_.out.reach(end_bytes, span_kind::statement);
}

void parser::end_statement(std::uint64_t end_bytes) {
  auto& now = all_.now;
  state_ = state::statement;
  if (now.has_object) end_object(end_bytes, true);
  nested_.flush();
  const bool is_on_trial = recovery_.is_on_trial();
  const bool is_all_lost = region_.is_open() && !now.has_written;
  if (region_.is_open()) {
    const bool is_whole = !now.has_written && !is_on_trial;
    if (is_whole) region_.widen_to_statement();
    if (!now.has_written) declarations_.forget_skipped(now.begin, end_bytes, all_.out.end_bytes());
    region_.close(now.has_written ? all_.tokens.last_end() : end_bytes, is_whole);
  }
  merger_.end_statement(now.begin);
  const bool is_empty = !now.has_written && !is_on_trial && all_.out.end_bytes() > now.begin;
  all_.out.reach(end_bytes, is_empty ? span_kind::syntax : span_kind::statement);
  if (is_all_lost && !is_on_trial && may_be_in_graph())
    graphs_.begin_doubt("the graph may not have ended before", graph_doubt::firm);
  if (is_on_trial) recovery_.end_trial_statement();
}

}  // namespace laundromat::turtle
