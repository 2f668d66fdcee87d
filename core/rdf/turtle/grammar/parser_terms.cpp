// Terms in their places, and what is left out around a term that cannot be kept.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/terms/turtle_vocabulary.hpp"

namespace laundromat::turtle {

/// Remembers a long string, also one without end, or one with a quote right behind that may have been long, with what is no term behind or instead of it.
void parser::watch_text(const token& t) {
  watch_long_string(t);
  switch (t.kind) {
    case token_kind::string:
    case token_kind::broken: {
      const bool is_quoted = *t.begin == '"' || *t.begin == '\'';
      const bool is_doubled =
          !t.has(is_too_long) && t.end - t.begin > 1 &&
          (t.begin[1] == *t.begin || (t.kind == token_kind::string && *t.end == *t.begin));
      text_quote_ = is_quoted && is_doubled ? *t.begin : '\0';
      return;
    }
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
    case token_kind::blank:
    case token_kind::quoted:
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      text_quote_ = 0;
      return;
    case token_kind::word:
    case token_kind::stray:
      // It may be the inside of a string that has lost all its quotes.
      if (text_quote_ == 0 && t.text() != "true" && t.text() != "false") text_quote_ = '"';
      return;
    default:
      return;
  }
}

/// False for a token that begins no term. Otherwise the object is there, though perhaps it is skipped.
bool parser::read_object_term(const token& t) {
  watch_text(t);
  const auto next = frames_.top().kind == frame::list ? state::item : state::after_object;
  object_.view = {};
  skips_object_ = false;
  bool is_kept = true;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      object_.view.kind = term_kind::iri;
      is_kept = terms_.read_iri(t, object_.text, object_.view.value);
      break;
    case token_kind::blank:
      is_kept = terms_.read_blank(t, object_.text);
      object_.view = {term_kind::blank, object_.text, {}, {}};
      break;
    case token_kind::string:
    case token_kind::quoted:
      read_text_term(t);
      return true;
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      terms_.read_number(t, object_);
      is_kept = terms_.finish_literal(object_, t.begin, t.end);
      break;
    case token_kind::word:
    case token_kind::stray:
    case token_kind::broken:
      if (hides_brace(t) || opened_text(t) != 0) return false;
      is_kept = read_word_term(t);
      break;
    default:
      return false;
  }
  has_object_ = true;
  state_ = next;
  if (!is_kept) skip_object(terms_.problem(), t);
  return true;
}

/// A literal of which the tag or datatype may follow.
void parser::read_text_term(const token& t) {
  has_object_ = true;
  state_ = state::after_string;
  const bool is_kept =
      t.kind == token_kind::quoted ? terms_.read_quoted(t, object_) : terms_.read_string(t, object_);
  if (!is_kept) skip_object(terms_.problem(), t);
}

/// A boolean, or what is no term.
bool parser::read_word_term(const token& t) {
  if (t.kind == token_kind::word && (t.text() == "true" || t.text() == "false")) {
    terms_.read_boolean(t, object_);
    return true;
  }
  has_broken_text_ = has_broken_text_ || t.kind == token_kind::broken;
  return terms_.refuse_token(t);
}

void parser::read_after_string(const token& t) {
  if (const auto fits = skips_object_ ? belief::yes : lookahead_.fits_line(text_->at(tokens_.last_end()));
      fits != belief::yes) {
    is_waiting_ = fits == belief::wait;
    return is_waiting_ ? void() : get_lost(errc::unterminated, t, "a quote too many");
  }
  if (t.kind == token_kind::carets) {
    state_ = state::datatype;
    return;
  }
  const bool is_tag = t.kind == token_kind::tag && (directive_of(t).empty() || !tokens_.has_gap());
  if (is_tag && !skips_object_ && !terms_.read_tag(t, object_)) skip_object(terms_.problem(), t);
  end_literal(is_tag || skips_object_ ? t.end : text_->at(tokens_.last_end()));
  if (!is_tag) step(t);
}

void parser::read_literal_datatype(const token& t) {
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      break;
    case token_kind::word:
    case token_kind::stray:
    case token_kind::broken:
      if (!skips_object_) skip_object({errc::syntax_error, t.begin, "no datatype"}, t);
      return end_literal(t.end);
    default:
      return get_lost(t.kind == token_kind::end ? errc::unterminated : errc::syntax_error, t, "no datatype");
  }
  if (skips_object_) return end_literal(t.end);
  const std::string tag(object_.view.language);
  if (!terms_.read_datatype(t, object_)) {
    skip_object(terms_.problem(), t);
  } else if (!tag.empty()) {
    const auto datatype = object_.view.datatype;
    const bool keeps_tag = datatype == xsd_string || datatype == rdf_lang_string;
    object_.language = keeps_tag ? tag : std::string();
    if (keeps_tag) object_.view.datatype = {};
    object_.view.language = object_.language;
    reports_.repair(errc::tag_and_datatype, text_->at(object_begin_), t.end, terms_.spell(object_.view));
  }
  end_literal(t.end);
}

void parser::end_literal(const char* end) {
  state_ = frames_.top().kind == frame::list ? state::item : state::after_object;
  if (skips_object_) return;
  const auto* begin = text_->at(object_begin_);
  if (!terms_.finish_literal(object_, begin, end))
    skip_object(terms_.problem(), {token_kind::string, 0, begin, end, begin});
}

/// `"x"@en^^xsd:string`, `"x"^^xsd:string@en`: the tag counts, unless the datatype says something else.
void parser::repair_tag_and_datatype(const token& t) {
  const bool has_both =
      t.kind == token_kind::carets ? !object_.view.language.empty() : object_.view.language.empty();
  if (!has_both || skips_object_) {
    if (skips_object_ && t.kind == token_kind::tag) return;
    return get_lost(errc::syntax_error, t, "a tag or datatype without its literal");
  }
  if (!reports_.repairs(errc::tag_and_datatype)) {
    skip_object({errc::tag_and_datatype, t.begin, {}}, t);
    if (t.kind == token_kind::carets) state_ = state::datatype;
    return;
  }
  if (t.kind == token_kind::carets) {
    state_ = state::datatype;
    return;
  }
  const bool keeps_tag = object_.view.datatype.empty() || object_.view.datatype == rdf_lang_string;
  reports_.repair(errc::tag_and_datatype, t.begin, t.end, keeps_tag ? t.text() : std::string_view{});
  if (!keeps_tag) return;
  object_.view.datatype = {};
  if (!terms_.read_tag(t, object_)) skip_object(terms_.problem(), t);
  end_literal(t.end);
}

void parser::open_frame(const token& t, frame::kind_type kind) {
  if (frames_.depth() >= limits_.nesting) return get_lost(errc::too_deep_nesting, t);
  const bool is_subject = state_ == state::predicate;
  auto& f = frames_.open(kind, tokens_.begin_of(t), is_subject);
  f.was_margin_risky = is_margin_risky_;
  f.was_behind_comma = is_behind_comma_;
  f.held = out_.held();
  if (kind == frame::property_list) make_label(f.subject);
  place_ = place::optional;
  state_ = kind == frame::list ? state::item : state::predicate;
  has_object_ = false;
  update_holding();
}

void parser::close_frame() {
  auto& f = frames_.top();
  if (region_.is_open && region_.depth == frames_.depth()) end_region(tokens_.last_end());
  const bool is_list = f.kind == frame::list;
  const bool is_anonymous = f.is_empty && !is_list;
  std::string_view value = f.subject;
  auto kind = term_kind::blank;
  if (is_list && f.subject.empty()) {
    value = rdf_nil;
    kind = term_kind::iri;
  } else if (is_list) {
    write_link(rdf_rest, term_kind::iri, rdf_nil);
    value = f.head;
  }
  if (f.is_bad_list && !is_spilling_) out_.discard(f.held);
  object_begin_ = f.open_at;
  is_margin_risky_ = f.was_margin_risky;
  is_behind_comma_ = f.was_behind_comma;
  frames_.close();
  if (!f.is_subject) return deliver(kind, value, f.is_bad_list);
  frames_.statement().subject_kind = kind;
  frames_.statement().subject.assign(value);
  frames_.statement().skips_subject = f.is_bad_list;
  may_label_graph_ = is_anonymous;
  place_ = is_list || is_anonymous ? place::first : place::optional;
  state_ = state::predicate;
}

/// A bracket is an object or item of what stands around it.
void parser::deliver(term_kind kind, std::string_view value, bool is_skipped) {
  object_.text.assign(value);
  object_.view = {kind, object_.text, {}, {}};
  has_object_ = true;
  skips_object_ = is_skipped;
  const bool is_item = frames_.top().kind == frame::list;
  if (is_skipped && is_item) frames_.top().is_bad_list = true;
  state_ = is_item ? state::item : state::after_object;
}

/// Statements wait while brackets are open or the statement is on trial.
void parser::update_holding() {
  out_.hold(lost_.on_trial || (frames_.depth() > 0 && !is_spilling_));
}

/// All brackets are closed, and the statement goes on or ends as it should.
void parser::flush_brackets() {
  is_spilling_ = false;
  if (lost_.on_trial) return;
  out_.hold(false);
  if (out_.held().count == 0) return;
  out_.flush();
  has_written_ = true;
}

/// A new node for the item that begins here, linked to the one before.
void parser::begin_item() {
  auto& f = frames_.top();
  std::string node;
  make_label(node);
  if (f.subject.empty())
    f.head = node;
  else
    write_link(rdf_rest, term_kind::blank, node);
  f.subject = std::move(node);
}

void parser::write_object() {
  const auto& f = frames_.top();
  const bool is_list = f.kind == frame::list;
  if (skips_object_ || f.skips_items()) return;
  out_.write({f.subject_kind, f.subject, {}, {}}, {term_kind::iri, is_list ? rdf_first : f.predicate, {}, {}},
             object_.view);
  if (out_.is_holding() && out_.is_full()) spill();
}

void parser::write_link(std::string_view predicate, term_kind kind, std::string_view object) {
  const auto& f = frames_.top();
  if (f.is_muted || f.is_bad_list) return;
  out_.write({term_kind::blank, f.subject, {}, {}}, {term_kind::iri, predicate, {}, {}},
             {kind, object, {}, {}});
}

/// Too much waits: what brackets hold is written from here on as it is read, up to the end of the object.
void parser::spill() {
  if (lost_.on_trial) {
    is_trial_too_long_ = true;
    return;
  }
  is_spilling_ = has_written_ = true;
  out_.hold(false);
  out_.flush();
}

/// Labels of the document have no `~` in front of a digit.
void parser::make_label(std::string& into) {
  char digits[20];
  const auto written = std::to_chars(digits, digits + sizeof digits, ++label_count_);
  into.assign(1, '~').append(digits, written.ptr);
}

}  // namespace laundromat::turtle
