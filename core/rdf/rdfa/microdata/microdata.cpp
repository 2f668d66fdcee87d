// Implements microdata for elements and texts: which items, properties and values there are.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/microdata/microdata.hpp"

#include <algorithm>

#include "core/rdf/rdfa/evaluation/date_forms.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/microdata/item_output.hpp"
#include "core/rdf/rdfa/microdata/item_vocabulary.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

/// Names are checked as the fragment of an IRI, because their vocabulary is known only with their item.
constexpr std::string_view checked_vocabulary = "http://a.example/#";

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
      output_->skip(place_of(element.tag), {errc::limit_exceeded, treatment::skip, microdata_beyond_limit});
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
                      {errc::relative_iri, treatment::skip, "the type of an item must be absolute"});
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
    lose(property, place_of(element.tag), errc::literal_out_of_place, "itemprop-reverse of a literal");
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

void microdata::finish() {
  if (!store_.items.empty() || !store_.properties.empty())
    item_output(store_, *options_, *evaluator_, *output_, *faults_).emit_all(ids_are_lost_);
  store_.clear();
  texts_.clear();
  text_.clear();
  is_full_ = ids_are_lost_ = false;
}

}  // namespace laundromat::rdfa
