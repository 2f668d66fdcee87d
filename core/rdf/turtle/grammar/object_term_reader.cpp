// Implements the reading of objects: one token for the term, and more for the tag or datatype of a literal.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/object_term_reader.hpp"

#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat::turtle {

read_progress object_term_reader::read(const token& t) {
  strings_->watch(t);
  auto& now = all_->now;
  auto& terms = all_->terms;
  auto& object = now.object;
  object.view = {};
  now.skips_object = false;
  bool is_kept = true;
  auto outcome = read_progress::done;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      object.view.kind = term_kind::iri;
      is_kept = terms.read_iri(t, object.text, object.view.value);
      break;
    case token_kind::blank:
      is_kept = terms.read_blank(t, object.text);
      object.view = {term_kind::blank, object.text, {}, {}};
      break;
    case token_kind::string:
    case token_kind::quoted:
      is_kept = t.kind == token_kind::quoted ? terms.read_quoted(t, object) : terms.read_string(t, object);
      needs_datatype_ = false;
      outcome = read_progress::more;
      break;
    case token_kind::integer:
    case token_kind::decimal:
    case token_kind::real:
      terms.read_number(t, object);
      is_kept = terms.finish_literal(object, t.begin, t.end);
      break;
    case token_kind::word:
    case token_kind::stray:
    case token_kind::broken:
      if (graphs_->hides_brace(t) || string_watch::opened_quote(t) != 0) return read_progress::none;
      is_kept = read_word(t);
      break;
    default:
      return read_progress::none;
  }
  now.keep_object();
  if (!is_kept) skip(terms.fault(), t);
  return outcome;
}

/// A boolean, or what is no term.
bool object_term_reader::read_word(const token& t) {
  if (t.kind == token_kind::word && (t.text() == "true" || t.text() == "false")) {
    all_->terms.read_boolean(t, all_->now.object);
    return true;
  }
  if (t.kind == token_kind::broken) strings_->add_broken();
  return all_->terms.refuse_token(t);
}

read_progress object_term_reader::read_suffix(const token& t) {
  return needs_datatype_ ? read_datatype(t) : read_behind_string(t);
}

read_progress object_term_reader::read_behind_string(const token& t) {
  auto& now = all_->now;
  const auto& tokens = all_->tokens;
  const auto* const string_end = all_->text.at(tokens.last_end());
  const auto fits = now.skips_object ? decision::yes : all_->lookahead.fits_line(string_end);
  if (fits == decision::undecided) return read_progress::wait;
  if (fits == decision::no) return fail(errc::unterminated, "a quote too many");
  if (t.kind == token_kind::carets) {
    needs_datatype_ = true;
    return read_progress::more;
  }
  const bool is_tag = t.kind == token_kind::tag && (directive_of(t).empty() || !tokens.has_gap());
  if (is_tag && !now.skips_object && !all_->terms.read_tag(t, now.object)) skip(all_->terms.fault(), t);
  finish_literal(is_tag || now.skips_object ? t.end : string_end);
  return is_tag ? read_progress::done : read_progress::done_before;
}

read_progress object_term_reader::read_datatype(const token& t) {
  auto& now = all_->now;
  switch (t.kind) {
    case token_kind::iri:
    case token_kind::name:
    case token_kind::bare_iri:
      break;
    case token_kind::word:
    case token_kind::stray:
    case token_kind::broken:
      if (!now.skips_object) skip({errc::syntax_error, t.begin, "no datatype"}, t);
      return read_progress::done;
    default:
      return fail(t.kind == token_kind::end ? errc::unterminated : errc::syntax_error, "no datatype");
  }
  if (now.skips_object) return read_progress::done;
  const std::string tag(now.object.view.language);
  if (!all_->terms.read_datatype(t, now.object)) {
    skip(all_->terms.fault(), t);
  } else if (!tag.empty()) {
    const auto datatype = now.object.view.datatype;
    const bool keeps_tag = datatype == iris::xsd_string || datatype == iris::rdf_lang_string;
    now.object.language = keeps_tag ? tag : std::string();
    if (keeps_tag) now.object.view.datatype = {};
    now.object.view.language = now.object.language;
    all_->reports.repair(errc::tag_and_datatype, all_->text.at(now.object_begin), t.end,
                         all_->terms.spell(now.object.view));
  }
  finish_literal(t.end);
  return read_progress::done;
}

void object_term_reader::finish_literal(const char* end) {
  auto& now = all_->now;
  if (now.skips_object) return;
  const auto* begin = all_->text.at(now.object_begin);
  if (!all_->terms.finish_literal(now.object, begin, end))
    skip(all_->terms.fault(), {token_kind::string, 0, begin, end, begin});
}

read_progress object_term_reader::read_late_suffix(const token& t) {
  auto& now = all_->now;
  const bool is_tag = t.kind == token_kind::tag;
  const bool has_both = now.object.view.language.empty() == is_tag;
  if (is_tag && now.skips_object) return read_progress::done;
  if (!has_both || now.skips_object) return fail(errc::syntax_error, "a tag or datatype without its literal");
  const bool is_repaired = all_->reports.repairs(errc::tag_and_datatype);
  if (!is_repaired) skip({errc::tag_and_datatype, t.begin, {}}, t);
  if (!is_tag) {
    needs_datatype_ = true;
    return read_progress::more;
  }
  if (is_repaired) merge_tag(t);
  return read_progress::done;
}

void object_term_reader::merge_tag(const token& t) {
  auto& object = all_->now.object;
  const bool keeps_tag = object.view.datatype.empty() || object.view.datatype == iris::rdf_lang_string;
  all_->reports.repair(errc::tag_and_datatype, t.begin, t.end, keeps_tag ? t.text() : std::string_view{});
  if (!keeps_tag) return;
  object.view.datatype = {};
  if (!all_->terms.read_tag(t, object)) skip(all_->terms.fault(), t);
  finish_literal(t.end);
}

void object_term_reader::skip(const token_fault& fault, const token& t) {
  if (t.kind == token_kind::broken) declarations_->forget_in(t);
  region_->skip_object(fault, all_->tokens.begin_of(t), all_->tokens.end_of(t), nested_->is_spilling());
}

read_progress object_term_reader::fail(errc rule, const char* message) {
  why_ = {rule, message};
  return read_progress::failed;
}

}  // namespace laundromat::turtle
