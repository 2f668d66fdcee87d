// Implements the grammar of objects, and of the lists and brackets among them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"

namespace laundromat::turtle {

void parser::read_object(const token& t) {
  auto& now = all_.now;
  all_.begin_object(all_.tokens.begin_of(t));
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

parser::state parser::behind_object() const {
  return all_.now.frames.is_in_list() ? state::item : state::after_object;
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

}  // namespace laundromat::turtle
