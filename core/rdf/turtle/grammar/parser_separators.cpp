// A term where a delimiter should be: repaired where putting in exactly one makes the text well-formed.
// SPDX-License-Identifier: Apache-2.0

#include "core/rdf/turtle/grammar/parser.hpp"

namespace laundromat::turtle {

/// What `lookahead_` must know of the object that is complete.
object_context parser::describe_object() const {
  return {.depth = frames_.depth(),
          .start_indent = start_indent_,
          .object = object_.view,
          .predicate = frames_.top().predicate,
          .at_margin = is_first_at_margin(),
          .is_margin_risky = is_margin_risky_,
          .is_skipped = skips_object_,
          .is_behind_comma = is_behind_comma_,
          .is_behind_semicolon = is_behind_semicolon_,
          .holds_dot = tokens_.last_holds_dot(),
          .has_gap = tokens_.has_gap(),
          .has_graphs = has_graphs(),
          .may_be_quad = !reports_.is_generous(),
          .may_lack_brace = may_lack_brace()};
}

/// Behind an object.
std::string parser::no_delimiter(const token& t) const {
  const auto found = t.has(is_too_long) ? std::string("a term that is too long") : reporter::quote(t.text());
  return "found " + found + " where " + (frames_.depth() == 0 ? "a dot" : "a closing bracket") +
         ", semicolon or comma is expected";
}

void parser::repair_separator(const token& t) {
  const bool is_tag = t.kind == token_kind::carets ||
                      (t.kind == token_kind::tag && (directive_of(t).empty() || !tokens_.has_gap()));
  if (is_tag && object_.view.kind == term_kind::literal) return repair_tag_and_datatype(t);
  if (t.kind == token_kind::end) {
    if (frames_.depth() == 0 && tokens_.has_gap() && begins_line_ && !skips_object_ && !lost_.on_trial &&
        reports_.repairs(errc::missing_dot))
      return end_at_missing_dot(t);
    return get_lost(errc::unterminated, t, "the document ends within a statement");
  }
  if (const auto is_text = is_within_text(t); is_text != belief::no)
    return is_waiting_ ? void() : get_lost(errc::syntax_error, t, no_delimiter(t));
  const bool is_directive = !directive_of(t).empty() && frames_.depth() == 0 && tokens_.has_gap();
  // Of a string that is not kept nothing is left to come back to when the look ahead must wait.
  const auto around = describe_object();
  const bool may_look_ahead = !syntax_lookahead::may_be_cut(t, around) && !t.has(is_too_long);
  auto missing = is_directive     ? separator::dot
                 : may_look_ahead ? lookahead_.find_separator(t, around)
                                  : separator::none;
  const bool is_put_in = missing != separator::none && missing != separator::wait && !is_directive;
  const bool is_margin = is_directive || is_first_at_margin();
  // Of what is on trial only a line that is whole is repaired.
  const bool is_trusted =
      !lost_.on_trial || (missing == separator::dot && is_margin && lost_.is_at_margin &&
                          !lost_.is_in_doubt && !lost_.is_text_in_doubt && lost_.brackets == 0);
  if (is_put_in && is_trusted && reports_.repairs(errc::missing_separator)) {
    const auto fits = fits_brackets(t);
    if (fits != belief::yes) missing = fits == belief::no ? separator::none : separator::wait;
  }
  if (missing == separator::wait) {
    is_waiting_ = true;
    return;
  }
  const auto rule = missing == separator::dot && is_margin ? errc::missing_dot : errc::missing_separator;
  if (missing == separator::none || !is_trusted || !reports_.repairs(rule))
    return get_lost(missing == separator::none ? errc::syntax_error : rule, t, no_delimiter(t));
  if (missing == separator::dot && is_margin) return end_at_missing_dot(t);
  const auto put_in = missing == separator::dot ? "." : missing == separator::comma ? "," : ";";
  reports_.insert(rule, t.begin, tokens_.last_end(), put_in);
  if (missing == separator::dot)
    end_statement(tokens_.last_end());
  else if (missing == separator::comma)
    end_at_comma(tokens_.last_end());
  else
    end_at_semicolon(tokens_.last_end());
  step(t);
}

void parser::end_at_missing_dot(const token& t) {
  reports_.insert(errc::missing_dot, t.begin, tokens_.last_end(), ".");
  end_statement(tokens_.last_end());
  step(t);
}

}  // namespace laundromat::turtle
