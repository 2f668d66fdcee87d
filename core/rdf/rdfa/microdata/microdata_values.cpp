// Implements the values of properties in microdata: which attribute or text is one, and its datatype.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/rdfa/evaluation/date_forms.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/microdata/microdata.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

/// The attribute with the address that is the value of such an element; `none` for others.
rdfa_attribute address_of(html_tag kind, std::string_view name) {
  switch (kind) {
    case html_tag::a:
    case html_tag::area:
    case html_tag::link:
      return attr::href;
    case html_tag::embed:
    case html_tag::iframe:
    case html_tag::img:
    case html_tag::source:
    case html_tag::track:
      return attr::src;
    case html_tag::object:
      return attr::data;
    default:
      return equals_ignoring_case(name, "audio") || equals_ignoring_case(name, "video") ? attr::src
                                                                                        : attr::none;
  }
}

std::string_view skip_digits(std::string_view text) {
  return text.substr(static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()));
}

/// The datatype of a number of `data` and `meter`; empty for what is none.
std::string_view number_type_of(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  auto rest = skip_digits(text);
  if (rest.size() == text.size()) return {};
  if (rest.empty()) return iris::xsd_integer;
  if (rest.starts_with('.')) {
    const auto fraction = rest.substr(1);
    rest = skip_digits(fraction);
    if (rest.size() == fraction.size()) return {};
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
    const auto exponent = rest;
    rest = skip_digits(exponent);
    if (rest.size() == exponent.size()) return {};
  }
  return rest.empty() ? std::string_view(iris::xsd_double) : std::string_view{};
}

bool is_number_type(std::string_view datatype) {
  return datatype == iris::xsd_integer || datatype == iris::xsd_double;
}

}  // namespace

/// Whether the value of an element that is no item is an address.
bool microdata::names_resource(const element_view& element) {
  return !element.attributes.has(attr::content) && address_of(element.kind, element.tag.name) != attr::none;
}

/// HTML Microdata, section 5.4. True when the text of the element is the value. An attribute that is missing is the empty text, but no address.
bool microdata::read_value(const element_view& element, int context, stored_property& made) {
  const auto& attributes = element.attributes;
  const auto literal_of = [&](attr which, std::string_view datatype) {
    const auto& value = attributes[which];
    if (value.fault != errc::ok)
      lose(made, value.place, value.fault, "in a value");
    else
      read_literal(value.text, datatype, context, {value.place}, value.place, made);
    return false;
  };
  const auto be_empty = [&](std::string_view why) {
    const auto place = place_of(element.tag);
    faults_->report(place, {errc::missing_value, treatment::note, why});
    read_literal({}, {}, context, {place}, place, made);
    return false;
  };
  if (attributes.has(attr::content)) return literal_of(attr::content, {});
  if (element.kind == html_tag::meta) return be_empty("a property without content");
  if (const auto which = address_of(element.kind, element.tag.name); which != attr::none) {
    if (attributes.has(which))
      read_iri(attributes[which], made);
    else
      lose(made, place_of(element.tag), errc::bad_microdata, "a property whose element lacks its address");
    return false;
  }
  if (element.kind == html_tag::data || equals_ignoring_case(element.tag.name, "meter")) {
    if (!attributes.has(attr::value)) return be_empty("a property whose element lacks its value");
    return literal_of(attr::value, number_type_of(attributes[attr::value].text));
  }
  if (element.kind == html_tag::time && attributes.has(attr::datetime))
    return literal_of(attr::datetime, date_type_of(trim_html(attributes[attr::datetime].text)));
  made.kind = value_kind::open;
  made.context = context;
  return true;
}

void microdata::read_iri(const attribute_value& value, stored_property& made) {
  if (value.is_spoiled)
    return lose(made, value.place, errc::bad_iri, "an address with characters that are not known");
  const auto iri = absolute(value);
  if (iri.empty()) return lose(made, value.place, errc::relative_iri, {});
  const auto checked = output_->check(iri, value.place);
  made.kind = checked.empty() ? value_kind::lost : value_kind::iri;
  made.value = store_.add_text(checked);
}

void microdata::read_literal(std::string_view text, std::string_view datatype, int context,
                             const located_place& at, raw_place whole, stored_property& made) {
  made.kind = value_kind::lost;
  auto* language = datatype.empty() ? evaluator_->language_of(context) : nullptr;
  const auto fail = [&](errc rule, std::string_view why) {
    faults_->report_at({whole, at.line, at.column}, {rule, treatment::skip, why});
    if (at.line == 0) output_->lose(whole);
  };
  if (datatype.empty() && evaluator_->is_language_lost(context))
    return fail(errc::bad_attribute, why_language_is_lost);
  if (text.size() > options_->limits.term_bytes) return fail(errc::term_too_long, {});
  if (!store_.has_room(text.size() + language_table::longest_tag)) {
    is_full_ = ids_are_lost_ = true;
    return fail(errc::limit_exceeded, microdata_beyond_limit);
  }
  // A number gets its datatype for its form, which needs no check and is not the author's.
  const auto checked = is_number_type(datatype) ? std::string_view{} : datatype;
  term_view literal{term_kind::literal, datatype.empty() ? text : trim_html(text), checked, {}};
  if (language != nullptr) literal.language = language->tag;
  if (!output_->check(literal, {at, whole, {}, {}, {}, language})) return;
  made.kind = value_kind::literal;
  made.datatype = checked.empty() || !literal.datatype.empty() ? datatype : std::string_view{};
  made.value = store_.add_text(literal.value);
  made.language = store_.add_text(literal.language);
}

}  // namespace laundromat::rdfa
