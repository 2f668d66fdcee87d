// Implements the grammar of predicates.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/grammar/parser.hpp"

namespace laundromat::turtle {

void parser::read_predicate(const token& t) {
  auto& now = all_.now;
  now.begin_pairs(all_.tokens.is_first_on_line());
  all_.begin_predicate(all_.tokens.begin_of(t));
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
  if (!all_.is_at_margin() || !all_.may_be_next_subject()) return;
  if (now.frames.statement().skips_subject || all_.is_behind_blank_line(t))
    restart_at_ = all_.tokens.last_end();
}

}  // namespace laundromat::turtle
