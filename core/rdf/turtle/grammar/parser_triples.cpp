// Implements the grammar of triple terms, reified triples and annotations (RDF 1.2 Turtle section 2.11 and productions 22 to 31).
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/turtle/grammar/parser.hpp"

namespace laundromat::turtle {

/// `<<(` or `<<` where a subject, an object or an item may be.
void parser::open_triple(const token& t) {
  if (all_.now.depth() >= all_.limits.nesting) return recover(errc::too_deep_nesting, t);
  const bool is_reified = t.kind == token_kind::open_reified;
  if (is_reified && all_.now.frames.top().kind == frame::triple_term)
    return recover(errc::syntax_error, t, "a reified triple within a triple term");
  const bool is_subject = state_ == state::predicate || state_ == state::inner_subject;
  nested_.open(is_reified ? frame::reified_triple : frame::triple_term, all_.tokens.begin_of(t), is_subject);
  all_.tokens.tokens().set_in_triple(true);
  place_ = place::first;
  state_ = state::inner_subject;
}

/// The subject of a triple term or a reified triple.
void parser::read_inner_subject(const token& t) {
  auto& f = all_.now.frames.top();
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri: {
      state_ = state::predicate;
      f.subject_kind = term_kind::iri;
      std::string_view value;
      if (!all_.terms.read_iri(t, f.subject, value)) return skip_triple(all_.terms.fault(), t);
      if (value.data() != f.subject.data()) f.subject.assign(value);
      return;
    }
    case token_kind::blank:
      state_ = state::predicate;
      f.subject_kind = term_kind::blank;
      if (!all_.terms.read_blank(t, f.subject)) skip_triple(all_.terms.fault(), t);
      return;
    case token_kind::open_bracket:
      return open_bracket(t, frame::property_list);
    case token_kind::open_reified:
      return open_triple(t);
    default:
      return recover(t.kind == token_kind::end ? errc::unterminated : errc::syntax_error, t,
                     "no subject of a triple term");
  }
}

/// A term of the innermost triple cannot be kept, and so the triple cannot.
void parser::skip_triple(const token_fault& fault, const token& t) {
  auto& now = all_.now;
  now.object_begin = now.frames.top().open_at;
  region_.skip_object(fault, all_.tokens.begin_of(t), all_.tokens.end_of(t), nested_.is_spilling());
  now.frames.top().is_bad_whole = true;
}

/// Behind the object of a triple term or a reified triple.
void parser::read_triple_end(const token& t) {
  auto& f = all_.now.frames.top();
  const bool is_reified = f.kind == frame::reified_triple;
  if (t.kind == (is_reified ? token_kind::close_reified : token_kind::close_triple)) {
    if (!f.skips_items() && nested_.is_triple_too_long(all_.limits.term_bytes))
      skip_triple({errc::term_too_long, t.begin, {}}, t);
    return close_bracket();
  }
  if (is_reified && t.kind == token_kind::tilde && f.reifier_kind == term_kind::none) {
    state_ = state::reifier;
    return;
  }
  recover(t.kind == token_kind::end ? errc::unterminated : errc::unbalanced_bracket, t,
          is_reified ? "a reified triple is not closed" : "a triple term is not closed");
}

/// `~` or `{|` behind a complete object, or behind an annotation of it. The triple is written before what is said about it.
void parser::read_annotation(const token& t) {
  auto& now = all_.now;
  const bool is_skipped = now.skips_object || now.frames.top().skips_objects();
  if (now.has_object && !is_skipped) {
    const bool is_too_long = nested_.is_triple_too_long(all_.limits.term_bytes);
    if (!is_too_long) nested_.begin_annotations();
    end_object(all_.tokens.last_end());
    if (is_too_long)
      return lose_annotation(all_.reports.notice(errc::term_too_long, t.begin), all_.tokens.begin_of(t), 0,
                             t);
  }
  if (t.kind == token_kind::tilde) {
    now.frames.top().reifier_kind = term_kind::none;
    lost_.begin = all_.tokens.begin_of(t);
    state_ = state::reifier;
    return;
  }
  if (now.depth() >= all_.limits.nesting) return recover(errc::too_deep_nesting, t);
  if (now.frames.annotated_bytes() > all_.limits.statement_bytes) return recover(errc::statement_too_long, t);
  nested_.open_annotation(all_.tokens.begin_of(t));
  place_ = place::first;
  state_ = state::predicate;
}

/// Behind `~`: an IRI or a blank node, or nothing.
void parser::read_reifier(const token& t) {
  const bool is_in_triple = all_.now.frames.top().is_triple();
  state_ = is_in_triple ? state::after_object : state::annotation;
  std::string memory;
  std::string_view value;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      if (!all_.terms.read_iri(t, memory, value)) return lose_reifier(t);
      return nested_.write_reifier(term_kind::iri, value);
    case token_kind::blank:
      if (!all_.terms.read_blank(t, memory)) return lose_reifier(t);
      return nested_.write_reifier(term_kind::blank, memory);
    case token_kind::open_bracket:
      state_ = state::reifier_end;
      return;
    case token_kind::string:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
    case token_kind::word:
    case token_kind::stray:
      if (!directive_of(t).empty()) break;
      static_cast<void>(all_.terms.refuse_token(t));
      return lose_reifier(t);
    default:
      break;
  }
  nested_.write_reifier(term_kind::none, {});
  step(t);
}

/// The `]` of `~ []`.
void parser::read_reifier_end(const token& t) {
  const bool is_in_triple = all_.now.frames.top().is_triple();
  if (t.kind != token_kind::close_bracket)
    return recover(errc::unbalanced_bracket, t, "a reifier has no list of predicates");
  state_ = is_in_triple ? state::after_object : state::annotation;
  nested_.write_reifier(term_kind::none, {});
}

/// A reifier that cannot be kept: what is said about it is left out.
void parser::lose_reifier(const token& t) {
  auto& f = all_.now.frames.top();
  if (f.is_triple()) {
    nested_.write_reifier(term_kind::none, {});
    return skip_triple(all_.terms.fault(), t);
  }
  const auto& fault = all_.terms.fault();
  lose_annotation(all_.reports.notice(fault.rule, fault.at, fault.message), lost_.begin, 0, t);
}

void parser::close_annotation(const token& t) {
  if (all_.now.has_object) end_object(all_.tokens.end_of(t));
  if (region_.is_inner()) region_.close(all_.tokens.last_end());
  static_cast<void>(nested_.close());
  state_ = state::annotation;
}

/// What is wrong is within an annotation, which is left out up to its end, if that can be found.
bool parser::begin_lost_annotation(errc rule, const token& t, const std::string& message) {
  auto& now = all_.now;
  if (recovery_.is_open() || !now.frames.is_in_annotation()) return false;
  auto why = all_.reports.notice(rule, t.begin, message);
  const auto begin = nested_.discard_annotation();
  all_.tokens.tokens().set_in_triple(false);
  if (region_.is_below(now.depth())) why = region_.take();
  lose_annotation(std::move(why), begin, 1, t);
  return true;
}

/// From the offset `begin` on an annotation is left out, of which `open` blocks are open at `t`.
void parser::lose_annotation(defect why, std::uint64_t begin, std::size_t open, const token& t) {
  lost_.why = std::move(why);
  lost_.begin = begin;
  lost_.open = open;
  state_ = state::lost_annotation;
  read_lost_annotation(t);
}

void parser::read_lost_annotation(const token& t) {
  auto& tokens = all_.tokens;
  std::uint64_t end = 0;
  const auto found = all_.lookahead.find_annotation_end(t, lost_.open, all_.now.indent, end);
  is_waiting_ = found == decision::undecided;
  if (is_waiting_) return;
  if (found == decision::no) {
    recovery_.open(std::move(lost_.why));
    return recover_from(t, find_lost_brace(t));
  }
  all_.reports.skip(std::move(lost_.why), lost_.begin, end);
  all_.out.reach(lost_.begin, span_kind::statement);
  all_.out.reach(end, span_kind::quarantine);
  state_ = state::annotation;
  if (end <= tokens.begin_of(t)) return step(t);
  if (end > tokens.end_of(t)) tokens.jump_to(end);
}

}  // namespace laundromat::turtle
