// Literals (RDFa Core 1.1, section 7.5, step 11).
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/rdfa/evaluation/date_forms.hpp"
#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

using attr = rdfa_attribute;

resource_id evaluator::property_object(const step& s) const {
  if (s.has(attr::content) || s.has(attr::datatype)) return no_resource;
  const bool has_data = s.element.kind == html_tag::data && s.has(attr::value);
  if (has_html_rules(host_) && (s.has(attr::datetime) || has_data)) return no_resource;
  if (!s.has_rel && !s.has_rev && s.target != no_resource) return s.target;
  return s.has(attr::typeof_) && !s.has(attr::about) ? s.typed : no_resource;
}

/// Whether a word that gave no datatype is meant to name one; a term that nobody defines is ignored (section 7.4.3).
bool evaluator::names_datatype(const step& s, std::string_view word) {
  if (s.local.is_vocabulary_lost || s[attr::datatype].is_spoiled || !is_term(word)) return true;
  return mapper_.map_term(word, s.local.vocabulary).what != mapped_word::outcome::nothing;
}

void evaluator::read_datatype(step& s, collector& into) {
  into.datatype.clear();
  into.datatype_word.clear();
  if (!s.has(attr::datatype)) return;
  auto words = s[attr::datatype].text;
  const auto word = next_word(words);
  if (!trim_html(words).empty()) {
    into.fault = errc::bad_attribute;
    into.why = "a datatype of several words";
    return;
  }
  for_each_term(s, attr::datatype, [&](const term_view& found) {
    if (into.datatype.empty()) into.datatype = found.value;
  });
  if (into.datatype.empty() && !word.empty() && names_datatype(s, word)) {
    into.fault = errc::bad_iri;
    into.why = "a datatype that cannot be read";
  }
  if (into.datatype != rdf_lang_string) return;
  auto list = s[attr::datatype].text;
  into.datatype_place = {s[attr::datatype].place_of(next_word(list))};
  into.datatype_word = findings_->bytes_at(into.datatype_place.bytes);
}

/// The value that an attribute gives; nothing when the text of the element does.
std::optional<std::string_view> evaluator::read_value(step& s, collector& into) {
  into.form = literal_form::text;
  const auto take = [&](attr which) {
    into.place = {s[which].place};
    if (into.fault == errc::ok) into.fault = s[which].fault;
    return s[which].text;
  };
  if (s.has(attr::content)) return take(attr::content);
  if (has_html_rules(host_)) {
    if (s.has(attr::datetime)) {
      if (!s.has(attr::datatype)) into.datatype = date_type_of(s[attr::datetime].text);
      return take(attr::datetime);
    }
    if (s.element.kind == html_tag::data && s.has(attr::value)) return take(attr::value);
    if (s.element.kind == html_tag::time && !s.has(attr::datatype)) into.form = literal_form::time;
  }
  if (into.datatype == rdf_xml_literal) into.form = literal_form::xml;
  if (into.form == literal_form::xml && mapper_.has_lost_prefixes() && into.fault == errc::ok) {
    into.fault = errc::missing_prefix;
    into.why = "the namespaces around it are not known";
  }
  if (into.datatype == rdf_html) into.form = literal_form::html;
  return std::nullopt;
}

bool evaluator::emit_properties(step& s) {
  auto& one = carrier_;
  const auto object = property_object(s);
  const bool is_list = s.has(attr::inlist);
  one.predicate_count = 0;
  one.slots.clear();
  one.subject = s.new_subject;
  one.fault = errc::ok;
  one.why = {};
  for_each_term(s, attr::property, [&](const term_view& predicate) {
    if (object != no_resource) {
      if (is_list)
        fill_item(reserve_item(s.lists, predicate.value), object);
      else
        say(s.new_subject, predicate.value, object);
    } else if (is_list) {
      one.slots.push_back(reserve_item(s.lists, predicate.value));
    } else if (hold(predicate.value.size())) {
      if (one.predicates.size() == one.predicate_count) one.predicates.emplace_back();
      one.predicates[one.predicate_count++] = predicate.value;
    }
  });
  if (object != no_resource || (one.predicate_count == 0 && one.slots.empty())) return false;
  read_datatype(s, one);
  one.language = s.local.language;
  one.place = {piece_};
  const auto value = read_value(s, one);
  if (!value) {
    open_collector();
    return true;
  }
  one.start = findings_->bytes_at(one.place.bytes);
  if (value->size() > limits_.term_bytes) one.fault = errc::term_too_long;
  emit_literal(one, *value, true);
  return false;
}

void evaluator::open_collector() {
  auto& opened = literals_.open(carrier_.form);
  std::swap(opened.predicates, carrier_.predicates);
  std::swap(opened.slots, carrier_.slots);
  opened.predicate_count = carrier_.predicate_count;
  opened.subject = carrier_.subject;
  opened.datatype = carrier_.datatype;
  opened.datatype_word = carrier_.datatype_word;
  opened.datatype_place = carrier_.datatype_place;
  opened.language = carrier_.language;
  opened.place = carrier_.place;
  opened.fault = carrier_.fault;
  opened.why = carrier_.why;
  opened.start = findings_->bytes_at(piece_);
  if (opened.subject != no_resource && !output_->is_usable(at(opened.subject))) {
    output_->lose(piece_, at(opened.subject));
    // A base that is declared within comes too late.
    if (opened.fault == errc::ok)
      opened.fault = at(opened.subject).fault == errc::ok ? errc::bad_iri : at(opened.subject).fault;
  }
  account_->open_literal();
  if (carrier_.form != literal_form::xml) return;
  if (has_html_elements(host_)) opened.namespaces.emplace_back("xmlns", "http://www.w3.org/1999/xhtml");
  for (const auto& [name, iri] : mapper_.prefixes_in_force())
    if (is_nc_name(name)) opened.namespaces.emplace_back("xmlns:" + std::string(name), iri);
}

/// What is lost without a literal: the attribute that has its value, or all from the start tag to the end of the text.
raw_place evaluator::extent_of(const collector& one) const {
  auto whole = one.place.bytes;
  if (&one != &carrier_) whole.length_bytes = account_->end_bytes() - whole.offset_bytes;
  return whole;
}

/// Whether there is a literal to be handed out; tells why not.
bool evaluator::judge_literal(collector& one, term_view& literal, bool is_known) {
  const auto whole = extent_of(one);
  if (one.language == unknown_language && one.datatype.empty() && one.fault == errc::ok) {
    one.fault = errc::bad_attribute;
    one.why = "its language is not known";
  }
  if (one.subject == no_resource) return false;
  if (!output_->is_usable(at(one.subject))) {
    if (&one == &carrier_)
      output_->lose(piece_, at(one.subject));
    else
      at(one.subject).skip.reach(whole.offset_bytes + whole.length_bytes);
    return false;
  }
  if (one.fault == errc::ok && !is_known) {
    one.fault = errc::unterminated;
    one.why = "the element of a literal has no end";
  }
  if (one.fault != errc::ok) {
    findings_->report_at({whole, one.place.line, one.place.column},
                         {one.fault, treatment::skip, one.why, one.start});
    return false;
  }
  auto* source = literal.language.empty() ? nullptr : &languages_[static_cast<std::size_t>(one.language)];
  return output_->check(literal,
                        {one.place, whole, one.start, one.datatype_place, one.datatype_word, source});
}

void evaluator::emit_literal(collector& one, std::string_view value, bool is_known) {
  if (one.form == literal_form::time && one.datatype.empty()) one.datatype = date_type_of(value);
  term_view literal{term_kind::literal, value, one.datatype, {}};
  if (one.datatype.empty() && one.language >= 0)
    literal.language = languages_[static_cast<std::size_t>(one.language)].tag;
  const bool is_good = judge_literal(one, literal, is_known);
  for (std::size_t i = 0; is_good && i < one.predicate_count; ++i)
    output_->emit(at(one.subject).view(), one.predicates[i], literal);
  fill_items(one, literal, is_good);
  const bool is_said = is_good && one.predicate_count > 0;
  if (&one == &carrier_) {
    if (!is_said && chunk_items_.empty()) output_->lose(one.place.bytes);
    return;
  }
  const auto waiting = account_->close_literal(is_said, static_cast<std::uint32_t>(chunk_items_.size()));
  wait_for_lists(waiting);
}

}  // namespace laundromat
