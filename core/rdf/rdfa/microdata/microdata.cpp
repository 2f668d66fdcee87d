// Implements microdata for elements and texts: which items, properties and values there are.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/microdata/microdata.hpp"

#include <algorithm>

#include "core/rdf/rdfa/evaluation/date_forms.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/microdata/item_vocabulary.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

constexpr std::string_view beyond_limit =
    "the items of a document are too long: microdata from here on is not read";
/// Names are checked as the fragment of an IRI, because their vocabulary is known only with their item.
constexpr std::string_view checked_vocabulary = "http://a.example/#";

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

/// Whether the value of an element that is no item is an address.
bool names_resource(const element_view& element) {
  return !element.attributes.has(attr::content) && address_of(element.kind, element.tag.name) != attr::none;
}

std::string_view skip_digits(std::string_view text) {
  return text.substr(static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()));
}

/// The datatype of a number of `data` and `meter`; empty for what is none.
std::string_view number_type_of(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  auto rest = skip_digits(text);
  if (rest.size() == text.size()) return {};
  if (rest.empty()) return "http://www.w3.org/2001/XMLSchema#integer";
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
  return rest.empty() ? "http://www.w3.org/2001/XMLSchema#double" : std::string_view{};
}

}  // namespace

microdata::microdata(const reader_options& options, evaluator& evaluation, statement_output& output,
                     fault_log& faults, const byte_account& account)
    : options_(&options),
      evaluator_(&evaluation),
      output_(&output),
      faults_(&faults),
      account_(&account),
      store_(options.limits.microdata_bytes) {}

opened_item microdata::open(const element_view& element, const opened_item& around, int context) {
  const auto& attributes = element.attributes;
  opened_item opened = around;
  opened.element = nothing_stored;
  opened.is_item = opened.collects = false;
  const bool says = attributes.has_any(attr::itemscope, attr::itemprop, attr::itemprop_reverse);
  if (!says && !attributes.has(attr::id)) return opened;
  std::uint64_t needed = attributes.has(attr::id) ? attributes[attr::id].text.size() : 0;
  if (says)
    for (const auto which :
         {attr::itemprop, attr::itemprop_reverse, attr::itemtype, attr::itemid, attr::itemref, attr::content,
          attr::href, attr::src, attr::data, attr::value, attr::datetime})
      if (attributes.has(which)) needed += 4 * attributes[which].text.size() + evaluator_->base().size();
  if (is_full_ || !store_.has_room(needed)) {
    ids_are_lost_ = true;
    if (says && !is_full_) {
      is_full_ = true;
      output_->skip(place_of(element.tag), {errc::limit_exceeded, treatment::skip, beyond_limit});
    }
    return opened;
  }
  const auto number = static_cast<std::uint32_t>(store_.elements.size());
  auto& made = store_.elements.emplace_back();
  opened.element = number;
  if (attributes.has(attr::id)) made.id = store_.add_text(attributes[attr::id].text);
  if (!says) return opened;
  if (attributes.has(attr::itemscope)) {
    add_item(element, made);
    opened.is_item = true;
    opened.is_unknown = false;
    opened.losses = evaluator_->nesting_losses();
  }
  opened.collects = add_property(element, around, context, made);
  return opened;
}

void microdata::add_item(const element_view& element, stored_element& made) {
  const auto& attributes = element.attributes;
  made.item = static_cast<std::uint32_t>(store_.items.size());
  auto& item = store_.items.emplace_back();
  item.element = static_cast<std::uint32_t>(&made - store_.elements.data());
  item.tag = faults_->locate(place_of(element.tag));
  item.is_top = true;
  if (attributes.has(attr::itemtype)) item.types = read_types(attributes[attr::itemtype]);
  if (attributes.has(attr::itemid)) item.iri = read_item_iri(attributes[attr::itemid]);
  if (attributes.has(attr::itemref)) {
    item.references = store_.add_text(attributes[attr::itemref].text);
    item.reference_place = faults_->locate(attributes[attr::itemref].place);
  }
  output_->promise();
}

stored_text microdata::read_types(const attribute_value& value) {
  words_.clear();
  bool is_reported = false;
  auto rest = value.text;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (value.is_spoiled) {
      output_->skip(value.place,
                    {errc::bad_iri, treatment::skip, "a type with characters that are not known"});
      break;
    }
    if (!is_absolute(word)) {
      if (value.is_direct || !is_reported)
        output_->skip(value.place_of(word),
                      {errc::relative_iri, treatment::skip, "the type of an item is absolute"});
      is_reported = true;
      continue;
    }
    const auto checked = output_->check(word, value.place_of(word));
    if (!checked.empty()) words_.append(checked).push_back(' ');
  }
  return store_.add_text(words_);
}

std::string microdata::absolute(const attribute_value& value) {
  const auto reference = trim_html(value.text);
  if (is_absolute(reference)) return std::string(reference);
  note_base(evaluator_->used_base());
  if (has_lost_colon(reference))
    faults_->report(value.place, {errc::suspicious_iri, treatment::note, lost_colon});
  return resolve_iri(evaluator_->base(), reference);
}

stored_text microdata::read_item_iri(const attribute_value& value) {
  if (trim_html(value.text).empty()) return {};
  if (value.is_spoiled) {
    output_->skip(value.place,
                  {errc::bad_iri, treatment::skip, "the name of an item has characters that are not known"});
    return {};
  }
  const auto iri = absolute(value);
  if (iri.empty()) {
    output_->skip(value.place, {errc::relative_iri, treatment::skip, "the name of an item needs a base"});
    return {};
  }
  return store_.add_text(output_->check(iri, value.place));
}

void microdata::lose(stored_property& made, raw_place place, errc rule, std::string_view why) {
  made.kind = value_kind::lost;
  output_->skip(place, {rule, treatment::skip, why});
}

/// True when the text of the element is the value.
bool microdata::add_property(const element_view& element, const opened_item& around, int context,
                             stored_element& made) {
  stored_property property;
  const auto read_names = [&](attr which) -> stored_text {
    if (!element.attributes.has(which)) return {};
    const auto& value = element.attributes[which];
    words_.clear();
    auto rest = value.text;
    for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
      if (value.is_spoiled) {
        output_->skip(value.place,
                      {errc::bad_iri, treatment::skip, "a property with characters that are not known"});
        break;
      }
      const bool is_whole = is_absolute(word);
      const auto hidden = is_whole ? std::string_view{} : checked_vocabulary;
      const auto iri = is_whole ? std::string(word) : std::string(hidden) + escape_property_name(word);
      const auto checked = output_->check(iri, value.place_of(word), hidden.size());
      if (checked.empty()) continue;
      words_.append(checked.substr(hidden.size())).push_back(' ');
    }
    return store_.add_text(words_);
  };
  property.names = read_names(attr::itemprop);
  property.reverse_names = read_names(attr::itemprop_reverse);
  if (property.names.size == 0 && property.reverse_names.size == 0) return false;
  property.tag = faults_->locate(place_of(element.tag));
  if (made.item != nothing_stored) store_.items[made.item].is_top = false;
  bool collects = false;
  if (around.is_unknown ||
      (around.losses != evaluator_->nesting_losses() && evaluator_->nesting_losses() > 0)) {
    if (made.item != nothing_stored) store_.items[made.item].is_top = true;
    lose(property, place_of(element.tag), errc::unterminated, "the item of the property is not known");
  } else if (made.item != nothing_stored) {
    property.kind = value_kind::item;
  } else if (property.names.size == 0 && !names_resource(element)) {
    lose(property, place_of(element.tag), errc::bad_attribute, "itemprop-reverse of a literal");
  } else {
    collects = read_value(element, context, property);
  }
  if (property.kind != value_kind::lost) output_->promise();
  made.property = static_cast<std::uint32_t>(store_.properties.size());
  store_.properties.push_back(property);
  if (collects)
    texts_.push_back({made.property, text_.size(),
                      evaluator_->nesting_losses() + evaluator_->literals().spoils(), errc::ok,
                      element.kind == html_tag::time});
  return collects;
}

/// HTML Microdata, section 5.4. True when the text of the element is the value.
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
  const auto lacks = [&](std::string_view why) {
    lose(made, place_of(element.tag), errc::bad_attribute, why);
    return false;
  };
  if (attributes.has(attr::content)) return literal_of(attr::content, {});
  if (element.kind == html_tag::meta) return lacks("a property without content");
  if (const auto which = address_of(element.kind, element.tag.name); which != attr::none) {
    if (!attributes.has(which)) return lacks("a property whose element lacks its address");
    read_iri(attributes[which], made);
    return false;
  }
  if (element.kind == html_tag::data || equals_ignoring_case(element.tag.name, "meter")) {
    if (!attributes.has(attr::value)) return lacks("a property whose element lacks its value");
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
    return fail(errc::bad_attribute, "its language is not known");
  if (text.size() > options_->limits.term_bytes) return fail(errc::term_too_long, {});
  if (!store_.has_room(text.size() + language_table::longest_tag)) {
    is_full_ = ids_are_lost_ = true;
    return fail(errc::limit_exceeded, beyond_limit);
  }
  term_view literal{term_kind::literal, datatype.empty() ? text : trim_html(text), datatype, {}};
  if (language != nullptr) literal.language = language->tag;
  if (!output_->check(literal, {at, whole, {}, {}, {}, language})) return;
  made.kind = value_kind::literal;
  made.datatype = literal.datatype.empty() ? std::string_view{} : datatype;
  made.value = store_.add_text(literal.value);
  made.language = store_.add_text(literal.language);
}

void microdata::add_text(std::string_view text) {
  if (text_.size() + text.size() <= options_->limits.term_bytes) {
    text_.append(text);
    return;
  }
  for (auto& one : texts_) {
    if (one.fault == errc::ok) one.fault = errc::term_too_long;
    one.begin = 0;
  }
  text_.clear();
}

void microdata::close(const opened_item& element, bool is_sound) {
  if (element.element == nothing_stored) return;
  auto& closed = store_.elements[element.element];
  closed.end = static_cast<std::uint32_t>(store_.elements.size());
  if (!element.collects) return;
  // An element that ended within another one may be above it.
  const auto found = std::ranges::find(texts_, closed.property, &open_text::property);
  if (found == texts_.end()) return;
  const auto one = *found;
  texts_.erase(found);
  auto& property = store_.properties[one.property];
  auto whole = property.tag.bytes;
  whole.length_bytes = account_->end_bytes() - whole.offset_bytes;
  const auto text = std::string_view(text_).substr(std::min(one.begin, text_.size()));
  const bool is_known =
      is_sound && one.losses == evaluator_->nesting_losses() + evaluator_->literals().spoils();
  if (one.fault != errc::ok || !is_known) {
    property.kind = value_kind::lost;
    const bool is_long = one.fault != errc::ok;
    faults_->report_at({whole, property.tag.line, property.tag.column},
                       {is_long ? one.fault : errc::unterminated, treatment::skip,
                        is_long ? std::string_view{} : "the element of a property is damaged or has no end",
                        store_.text(property.names)});
  } else {
    const auto datatype = one.is_time ? date_type_of(trim_html(text)) : std::string_view{};
    read_literal(text, datatype, property.context,
                 {property.tag.bytes, property.tag.line, property.tag.column}, whole, property);
  }
  if (texts_.empty()) text_.clear();
}

}  // namespace laundromat::rdfa
