// Implements the grammar of predicates, objects and brackets, and of the delimiters between them.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/grammar/parser.hpp"

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
  const bool is_first_fault = !recovery_.is_open();
  return is_first_fault && follows_name_of_graph(t) ? lost_brace::possible : lost_brace::unlikely;
}

void parser::read_predicate(const token& t) {
  auto& now = all_.now;
  now.begin_pairs(all_.tokens.is_first_on_line());
  now.begin_predicate(all_.tokens.begin_of(t), all_.is_at_margin(),
                      all_.tokens.last_kind() == token_kind::semicolon && !all_.tokens.is_first_on_line());
  if (is_odd_predicate(t.kind) && !is_known_word(t) &&
      !is_answer(is_within_text(t), decision::no, errc::syntax_error, t, "no predicate"))
    return;
  if (const auto is_new = begins_block(t); is_new != decision::no) {
    is_waiting_ = is_new == decision::undecided;
    return is_waiting_ ? void() : end_at_missing_dot(t);
  }
  keep_margin_term(t);
  auto& f = now.frames.top();
  if (f.kind == frame::property_list && now.frames.around().is_triple() &&
      t.kind != token_kind::close_bracket)
    return recover(errc::syntax_error, t, "a blank node in a triple term has no predicates");
  const bool was_empty = std::exchange(f.is_empty, false);
  state_ = state::object;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      return read_predicate_iri(t);
    case token_kind::blank:
      return skip_predicate({errc::blank_predicate, t.begin, {}}, t);
    case token_kind::string:
    case token_kind::quoted:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      if (string_watch::opened_quote(t) != 0)
        return recover(errc::literal_out_of_place, t, "a literal as predicate");
      return skip_predicate({errc::literal_out_of_place, t.begin, "a literal as predicate"}, t);
    case token_kind::word:
      if (t.text() == "a") {
        f.predicate = iris::rdf_type;
        return;
      }
      if (!directive_of(t).empty()) break;
      [[fallthrough]];
    case token_kind::stray: {
      all_.terms.refuse_token(t);
      if (may_lack_brace()) return recover(errc::syntax_error, t, "no brace and no predicate");
      return skip_predicate(all_.terms.fault(), t);
    }
    default:
      break;
  }
  state_ = state::predicate;
  f.is_empty = was_empty;
  read_predicate_end(t);
}

void parser::skip_predicate(const token_fault& fault, const token& t) {
  if (all_.now.frames.top().is_triple()) return skip_triple(fault, t);
  region_.skip_predicate(fault.rule, fault.at, fault.message);
}

/// Whether `t`, behind a semicolon and a blank line, is the subject of a new statement: it is at the margin, and what follows fits as
/// predicate and object only. Then the semicolon should be a dot.
decision parser::begins_block(const token& t) const {
  const auto& tokens = all_.tokens;
  const bool may_be = place_ == place::repeated && tokens.last_kind() == token_kind::semicolon &&
                      all_.is_at_margin() && all_.now.depth() == 0 && is_subject_start(t.kind);
  if (!may_be || recovery_.is_on_trial() || !all_.reports.repairs(errc::missing_dot) ||
      !all_.is_behind_blank_line(t))
    return decision::no;
  return all_.lookahead.begins_statement(t);
}

/// A predicate or object at the margin may be the subject of the next statement: when this one is skipped, that one is read from there.
void parser::keep_margin_term(const token& t) {
  const auto& now = all_.now;
  if (!all_.is_at_margin() || now.depth() > 0 || now.has_predicate) return;
  if (now.frames.statement().skips_subject || all_.is_behind_blank_line(t))
    restart_at_ = all_.tokens.last_end();
}

void parser::read_predicate_iri(const token& t) {
  auto& f = all_.now.frames.top();
  if (!all_.terms.read_repeated_iri(t, f.predicate_memory, f.predicate)) {
    f.predicate = {};
    if (f.is_triple()) return skip_triple(all_.terms.fault(), t);
    return region_.skip(skip_unit::predicate, all_.terms.fault(), all_.now.predicate_begin);
  }
  if (t.kind != token_kind::name) f.pin_predicate();
}

void parser::read_predicate_end(const token& t) {
  const bool may_end = place_ != place::first;
  const auto kind = all_.now.frames.top().kind;
  const bool is_statement = kind == frame::statement;
  if (t.kind == token_kind::semicolon && place_ == place::repeated) return;
  if (t.kind == token_kind::dot && is_statement && may_end) return end_statement(all_.tokens.end_of(t));
  if (t.kind == token_kind::close_bracket && kind == frame::property_list && may_end) return close_bracket();
  if (t.kind == token_kind::close_annotation && kind == frame::annotation && may_end)
    return close_annotation(t);
  if (t.kind == token_kind::close_brace && is_statement && may_end && graphs_.is_open()) {
    end_statement(all_.tokens.last_end());
    return follow_block(t, blocks_.close(t));
  }
  if (t.kind == token_kind::open_brace && is_statement && all_.now.may_label_graph && place_ == place::first)
    return follow_block(t, blocks_.open_named(t));
  // Right behind a name it is in the place of the brace that opens.
  if (is_closing(t.kind) && is_statement && all_.now.may_label_graph && place_ == place::first &&
      may_lack_brace())
    return recover(errc::syntax_error, t, "no graph", lost_brace::missing);
  const bool is_new_start = !directive_of(t).empty() || t.kind == token_kind::end;
  if (is_new_start && is_statement && may_end && !recovery_.is_on_trial() &&
      all_.reports.repairs(errc::missing_dot))
    return end_at_missing_dot(t);
  if (t.kind == token_kind::end)
    return recover(errc::unterminated, t, "the document ends within a statement");
  if (t.kind == token_kind::tag && !is_new_start && is_statement && all_.now.frames.statement().skips_subject)
    return;
  recover(t.kind == token_kind::broken ? errc::unterminated : errc::syntax_error, t, "no predicate");
}

void parser::read_object(const token& t) {
  auto& now = all_.now;
  now.begin_object(all_.tokens.begin_of(t), all_.is_at_margin(),
                   all_.tokens.last_kind() == token_kind::comma);
  const bool is_in_triple = now.frames.top().is_triple();
  keep_margin_term(t);
  switch (t.kind) {
    case token_kind::open_bracket:
      return open_bracket(t, frame::property_list);
    case token_kind::open_list:
      if (is_in_triple) return recover(errc::syntax_error, t, "a list within a triple term");
      return open_bracket(t, frame::list);
    case token_kind::open_triple:
    case token_kind::open_reified:
      return open_triple(t);
    case token_kind::comma:
    case token_kind::semicolon:
    case token_kind::dot:
    case token_kind::close_bracket:
    case token_kind::close_brace:
    case token_kind::close_annotation:
      if (is_in_triple) return recover(errc::syntax_error, t, "no object of a triple term");
      return read_missing_object(t);
    case token_kind::word:
    case token_kind::stray:
      if (all_.tokens.is_first_on_line() && t.kind == token_kind::word &&
          !is_answer(all_.lookahead.begins_directive(t), decision::no, errc::syntax_error, t, "no object"))
        return;
      if (!is_known_word(t) &&
          !is_answer(is_within_text(t), decision::no, errc::syntax_error, t, "no object"))
        return;
      [[fallthrough]];
    default:
      return read_term(t, objects_.read(t),
                       t.kind == token_kind::end ? errc::unterminated : errc::syntax_error, "no object");
  }
}

/// A delimiter where an object should be. Behind a comma only the object is missing; else what is taken for the predicate may be the object.
/// Where brackets do not fit, what is missing is a bracket that opens.
void parser::read_missing_object(const token& t) {
  if (!is_answer(fits_brackets(t), decision::yes, errc::unbalanced_bracket, t, "no object")) return;
  auto& now = all_.now;
  now.skip_object();
  if (now.is_behind_comma)
    region_.skip(skip_unit::object, errc::syntax_error, t.begin, "no object", all_.tokens.last_end());
  else
    region_.skip_predicate(errc::syntax_error, t.begin, "no object");
  now.object.view = {};
  state_ = state::after_object;
  read_after_object(t);
}

parser::state parser::behind_object() const {
  return all_.now.frames.is_in_list() ? state::item : state::after_object;
}

/// What `objects_` did with a token that may be a term or part of a literal. `rule` and `message` explain a failure.
void parser::read_term(const token& t, read_progress found, errc rule, std::string_view message) {
  switch (found) {
    case read_progress::more:
      state_ = state::literal;
      return;
    case read_progress::done:
      state_ = behind_object();
      return;
    case read_progress::done_before:
      state_ = behind_object();
      return step(t);
    case read_progress::wait:
      is_waiting_ = true;
      return;
    case read_progress::none:
    case read_progress::failed:
      return recover(rule, t, std::string(message));
  }
}

void parser::read_literal(const token& t) {
  const auto found = objects_.read_suffix(t);
  read_term(t, found, objects_.why().rule, objects_.why().message);
}

/// Between the items of a list, and before its end.
void parser::read_item(const token& t) {
  auto& now = all_.now;
  const bool is_suffix = t.kind == token_kind::tag || t.kind == token_kind::carets;
  if (now.has_object && is_suffix && now.object.view.kind == term_kind::literal) {
    const auto found = objects_.read_late_suffix(t);
    return read_term(t, found, objects_.why().rule, objects_.why().message);
  }
  if (now.has_object) {
    nested_.write_object();
    now.drop_object();
  }
  now.object_begin = all_.tokens.begin_of(t);
  if (t.kind == token_kind::close_list) return close_bracket();
  nested_.begin_item();
  if (t.kind == token_kind::open_bracket) return open_bracket(t, frame::property_list);
  if (t.kind == token_kind::open_list) return open_bracket(t, frame::list);
  if (t.kind == token_kind::open_triple || t.kind == token_kind::open_reified) return open_triple(t);
  read_term(t, objects_.read(t), t.kind == token_kind::end ? errc::unterminated : errc::unbalanced_bracket,
            "a list is not closed");
}

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
          .repeats_subject = now.depth() == 0 && now.frames.top().subject_kind == term_kind::iri &&
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

void parser::open_bracket(const token& t, frame::kind_type kind) {
  if (all_.now.depth() >= all_.limits.nesting) return recover(errc::too_deep_nesting, t);
  const bool is_subject = state_ == state::predicate || state_ == state::inner_subject;
  nested_.open(kind, all_.tokens.begin_of(t), is_subject);
  place_ = place::optional;
  state_ = kind == frame::list ? state::item : state::predicate;
}

void parser::close_bracket() {
  if (region_.is_inner()) region_.close(all_.tokens.last_end());
  const auto closed = nested_.close();
  all_.tokens.tokens().set_in_triple(all_.now.frames.top().is_triple());
  state_ = closed.is_subject ? state::predicate : behind_object();
  if (closed.is_subject) place_ = closed.is_complete ? place::optional : place::first;
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
