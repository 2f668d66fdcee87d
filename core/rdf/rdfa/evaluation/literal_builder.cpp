// Implements literal_builder: literals (RDFa Core 1.1, section 7.5, step 11).
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/literal_builder.hpp"

#include <string>
#include <utility>

#include "core/rdf/rdfa/evaluation/date_forms.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

}  // namespace

void literal_builder::begin(resource_id subject) {
  one_.predicate_count = 0;
  one_.slots.clear();
  one_.subject = subject;
  one_.fault = errc::ok;
  one_.why = {};
}

void literal_builder::add_predicate(std::string_view predicate) {
  if (!with_.incompletes.hold(predicate.size())) return;
  if (one_.predicates.size() == one_.predicate_count) one_.predicates.emplace_back();
  one_.predicates[one_.predicate_count++] = predicate;
}

bool literal_builder::read(const element_view& element, const literal_scope& scope) {
  if (one_.predicate_count == 0 && one_.slots.empty()) return false;
  read_datatype(element, scope.terms);
  one_.language = scope.language;
  one_.place = {with_.resources.tag()};
  const auto value = read_value(element, scope.host);
  if (!value) {
    open_collector(scope.host);
    return true;
  }
  one_.start = with_.faults.bytes_at(one_.place.bytes);
  if (value->size() > term_bytes_) one_.fault = errc::term_too_long;
  emit(one_, *value, true);
  return false;
}

void literal_builder::close(bool is_sound) {
  auto& innermost = collectors_.back();
  emit(innermost, innermost.is_dropped ? std::string_view{} : collectors_.value(), is_sound);
  collectors_.close();
}

bool literal_builder::check_size() {
  bool was_dropped = false;
  while (const auto* dropped = collectors_.drop_overflow(with_.account.held_ranges() * 16)) {
    for (const auto& slot : dropped->slots) with_.lists.spoil(slot, errc::term_too_long);
    with_.account.drop_outermost();
    was_dropped = true;
  }
  return was_dropped;
}

/// Whether a word that gave no datatype is meant to name one; an undefined term is ignored (section 7.4.3).
bool literal_builder::names_datatype(const attribute_value& value, std::string_view word,
                                     const term_scope& scope) const {
  if (scope.is_vocabulary_lost || value.is_spoiled || !is_term(word)) return true;
  return with_.mapper.map_term(word, scope.vocabulary).what != mapped_word::outcome::nothing;
}

void literal_builder::read_datatype(const element_view& element, const term_scope& scope) {
  one_.datatype.clear();
  one_.datatype_word.clear();
  if (!element.attributes.has(attr::datatype)) return;
  const auto& value = element.attributes[attr::datatype];
  auto words = value.text;
  const auto word = next_word(words);
  if (!trim_html(words).empty()) {
    one_.fault = errc::bad_attribute;
    one_.why = "a datatype of several words";
    return;
  }
  with_.terms.read(
      value, attr::datatype, scope, 1,
      [this](const term_view& found) {
        if (one_.datatype.empty()) one_.datatype = found.value;
      },
      [this](errc why) {
        for (const auto& slot : one_.slots) with_.lists.spoil_all(slot.mapping, why);
      });
  if (one_.datatype.empty() && !word.empty() && names_datatype(value, word, scope)) {
    one_.fault = errc::bad_iri;
    one_.why = "a datatype that cannot be read";
  }
  if (one_.datatype != rdf_lang_string) return;
  auto list = value.text;
  one_.datatype_place = {value.place_of(next_word(list))};
  one_.datatype_word = with_.faults.bytes_at(one_.datatype_place.bytes);
}

/// The value that an attribute gives; nothing when the text of the element does.
std::optional<std::string_view> literal_builder::read_value(const element_view& element, host_language host) {
  const auto& attributes = element.attributes;
  one_.form = literal_form::text;
  const auto take = [&](attr which) {
    one_.place = {attributes[which].place};
    if (one_.fault == errc::ok) one_.fault = attributes[which].fault;
    return attributes[which].text;
  };
  if (attributes.has(attr::content)) return take(attr::content);
  if (has_html_rules(host)) {
    const bool has_datatype = attributes.has(attr::datatype);
    if (attributes.has(attr::datetime)) {
      if (!has_datatype) one_.datatype = date_type_of(attributes[attr::datetime].text);
      return take(attr::datetime);
    }
    if (element.kind == html_tag::data && attributes.has(attr::value)) return take(attr::value);
    if (element.kind == html_tag::time && !has_datatype) one_.form = literal_form::time;
  }
  if (one_.datatype == rdf_xml_literal) one_.form = literal_form::xml;
  if (one_.form == literal_form::xml && with_.mapper.has_lost_prefixes() && one_.fault == errc::ok) {
    one_.fault = errc::missing_prefix;
    one_.why = "the namespaces around it are not known";
  }
  if (one_.datatype == rdf_html) one_.form = literal_form::html;
  return std::nullopt;
}

void literal_builder::open_collector(host_language host) {
  const auto tag = with_.resources.tag();
  auto& opened = collectors_.open(one_.form);
  std::swap(opened.predicates, one_.predicates);
  std::swap(opened.slots, one_.slots);
  opened.predicate_count = one_.predicate_count;
  opened.subject = one_.subject;
  opened.datatype = one_.datatype;
  opened.datatype_word = one_.datatype_word;
  opened.datatype_place = one_.datatype_place;
  opened.language = one_.language;
  opened.place = one_.place;
  opened.fault = one_.fault;
  opened.why = one_.why;
  opened.start = with_.faults.bytes_at(tag);
  if (opened.subject != no_resource && !with_.output.is_usable(with_.resources[opened.subject])) {
    auto& subject = with_.resources[opened.subject];
    with_.output.lose(tag, subject);
    // A base that is declared within comes too late.
    if (opened.fault == errc::ok) opened.fault = subject.fault == errc::ok ? errc::bad_iri : subject.fault;
  }
  with_.account.open_literal();
  if (one_.form != literal_form::xml) return;
  if (has_html_elements(host)) opened.namespaces.emplace_back("xmlns", xhtml_namespace);
  for (const auto& [name, iri] : with_.mapper.prefixes_in_force())
    if (is_nc_name(name)) opened.namespaces.emplace_back("xmlns:" + std::string(name), iri);
}

/// What is lost without a literal: the attribute that has its value, or all from the start tag to the end of the text.
raw_place literal_builder::extent_of(const collector& one) const {
  auto whole = one.place.bytes;
  if (!is_in_tag(one)) whole.length_bytes = with_.account.end_bytes() - whole.offset_bytes;
  return whole;
}

/// Whether the literal can be emitted; reports why not.
bool literal_builder::judge(collector& one, term_view& literal, bool is_known) {
  const auto whole = extent_of(one);
  if (one.language == unknown_language && one.datatype.empty() && one.fault == errc::ok) {
    one.fault = errc::bad_attribute;
    one.why = why_language_is_lost;
  }
  if (one.subject == no_resource) return false;
  auto& subject = with_.resources[one.subject];
  if (!with_.output.is_usable(subject)) {
    if (is_in_tag(one))
      with_.output.lose(with_.resources.tag(), subject);
    else
      subject.skip.reach(whole.offset_bytes + whole.length_bytes);
    return false;
  }
  if (one.fault == errc::ok && !is_known) {
    one.fault = errc::unterminated;
    one.why = "the element of a literal has no end";
  }
  if (one.fault != errc::ok) {
    with_.faults.report_at({whole, one.place.line, one.place.column},
                           {one.fault, treatment::skip, one.why, one.start});
    return false;
  }
  auto* language = literal.language.empty() ? nullptr : &with_.languages[one.language];
  return with_.output.check(literal,
                            {one.place, whole, one.start, one.datatype_place, one.datatype_word, language});
}

void literal_builder::emit(collector& one, std::string_view value, bool is_known) {
  if (one.form == literal_form::time && one.datatype.empty()) one.datatype = date_type_of(value);
  term_view literal{term_kind::literal, value, one.datatype, {}};
  if (one.datatype.empty() && one.language >= 0) literal.language = with_.languages[one.language].tag;
  const bool is_good = judge(one, literal, is_known);
  for (std::size_t i = 0; is_good && i < one.predicate_count; ++i)
    with_.output.emit(with_.resources[one.subject].view(), one.predicates[i], literal);
  const located_place whole{extent_of(one), one.place.line, one.place.column};
  with_.lists.fill(one.slots, literal, {whole, one.start, one.fault, is_in_tag(one)}, is_good);
  const bool is_emitted = is_good && one.predicate_count > 0;
  if (is_in_tag(one)) {
    if (!is_emitted && with_.lists.items() == 0) with_.output.lose(one.place.bytes);
    return;
  }
  const auto items = static_cast<std::uint32_t>(with_.lists.items());
  with_.lists.wait(with_.account.close_literal(is_emitted, items));
}

}  // namespace laundromat::rdfa
