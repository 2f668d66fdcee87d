// Implements item_output: Microdata to RDF (Second Edition), section 5.2, without recursion.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/microdata/item_output.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/microdata/item_vocabulary.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfa {

item_output::item_output(item_store& store, const reader_options& options, evaluator& evaluation,
                         statement_output& output, fault_log& faults)
    : store_(&store),
      options_(&options),
      evaluator_(&evaluation),
      output_(&output),
      faults_(&faults),
      most_steps_(store.elements.size() + options.limits.itemref_elements),
      rounds_(store.elements.size()),
      labels_(store.items.size()),
      is_on_path_(store.items.size()) {}

void item_output::report(const located_place& place, errc rule, std::string_view why,
                         std::string_view before) {
  faults_->report_at(place, {rule, treatment::skip, why, trim_html(before)});
}

void item_output::emit_all(bool ids_are_lost) {
  ids_are_lost_ = ids_are_lost;
  const bool has_references =
      std::ranges::any_of(store_->items, [](const stored_item& one) { return one.references.size > 0; });
  if (has_references) {
    for (std::uint32_t i = 0; i < store_->elements.size(); ++i)
      if (store_->elements[i].id.size > 0) by_id_.push_back(i);
    std::ranges::stable_sort(by_id_, {},
                             [&](std::uint32_t i) { return store_->text(store_->elements[i].id); });
  }
  for (std::uint32_t i = 0; i < store_->items.size(); ++i)
    if (store_->items[i].is_top) emit_from(i);
  report_unused();
}

void item_output::emit_from(std::uint32_t top) {
  if (!enter(top, {})) return;
  while (!path_.empty()) {
    auto& innermost = path_.back();
    if (innermost.next == innermost.properties.size()) {
      is_on_path_[innermost.item] = false;
      path_.pop_back();
      continue;
    }
    const auto& element = store_->elements[innermost.properties[innermost.next++]];
    auto& property = store_->properties[element.property];
    property.was_used = true;
    if (property.kind == value_kind::lost || property.kind == value_kind::open) continue;
    if (element.item != nothing_stored && is_on_path_[element.item]) {
      report(property.tag, errc::bad_microdata,
             "an item that is a property of itself, by way of itemref or others",
             store_->text(property.names));
      continue;
    }
    emit_property(innermost, property, element.item);
    if (element.item != nothing_stored) (void)enter(element.item, innermost.vocabulary);
  }
}

/// Emits the types of an item and begins its properties. False when that was done before.
bool item_output::enter(std::uint32_t number, std::string_view inherited) {
  const auto& item = store_->items[number];
  auto types = store_->text(item.types);
  auto first = types;
  const auto type = next_word(first);
  frame made;
  made.item = number;
  made.vocabulary = type.empty() ? inherited : vocabulary_of(type, options_->property_aliases);
  const auto vocabulary =
      vocabularies_.emplace(made.vocabulary, static_cast<std::uint32_t>(vocabularies_.size())).first->second;
  if (is_over_ || !visited_.emplace(number, vocabulary).second) return false;
  for (auto word = next_word(types); !word.empty(); word = next_word(types))
    output_->emit(subject_of(number), rdf_type, {term_kind::iri, word, {}, {}});
  collect(number, made.properties);
  is_on_path_[number] = true;
  path_.push_back(std::move(made));
  return true;
}

void item_output::collect(std::uint32_t number, std::vector<std::uint32_t>& found) {
  ++round_;
  const auto& item = store_->items[number];
  collected_ = item.tag;
  const auto& element = store_->elements[item.element];
  collect_range(item.element + 1, element.end, found);
  auto words = store_->text(item.references);
  for (auto word = next_word(words); !word.empty(); word = next_word(words)) {
    const auto at = find_id(word);
    if (at != nothing_stored)
      collect_range(at, store_->elements[at].end, found);
    else
      report(item.reference_place, ids_are_lost_ ? errc::limit_exceeded : errc::bad_microdata,
             "itemref to an id that no element has", word);
  }
}

void item_output::collect_range(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& found) {
  end = std::min<std::uint32_t>(end, static_cast<std::uint32_t>(store_->elements.size()));
  for (auto i = begin; i < end;) {
    if (++steps_ > most_steps_) {
      if (!is_over_)
        report(collected_, errc::limit_exceeded, "the items take too many elements by itemref", {});
      is_over_ = true;
      return;
    }
    const auto& one = store_->elements[i];
    const bool is_new = std::exchange(rounds_[i], round_) != round_;
    if (is_new && one.property != nothing_stored) found.push_back(i);
    const bool goes_in = is_new && one.item == nothing_stored;
    i = goes_in ? i + 1 : std::max(i + 1, std::min(one.end, end));
  }
}

std::uint32_t item_output::find_id(std::string_view id) {
  const auto text_of = [&](std::uint32_t i) { return store_->text(store_->elements[i].id); };
  const auto found = std::ranges::lower_bound(by_id_, id, {}, text_of);
  return found == by_id_.end() || text_of(*found) != id ? nothing_stored : *found;
}

term_view item_output::subject_of(std::uint32_t number) {
  if (const auto iri = store_->text(store_->items[number].iri); !iri.empty())
    return {term_kind::iri, iri, {}, {}};
  auto& label = labels_[number];
  if (label.empty()) evaluator_->name_blank(label);
  return {term_kind::blank, label, {}, {}};
}

std::string item_output::predicate_of(const frame& of, std::string_view name,
                                      const stored_property& property) {
  if (is_absolute(name)) return std::string(name);
  if (of.vocabulary.empty()) note_base(evaluator_->used_base());
  if (of.vocabulary.empty() && !evaluator_->has_usable_base()) {
    report(property.tag, errc::relative_iri, "a property without vocabulary needs a base", name);
    return {};
  }
  // Without a vocabulary the name is a fragment of the document.
  auto iri = of.vocabulary.empty() ? std::string(evaluator_->base()).append("#").append(name)
                                   : property_iri(of.vocabulary, name);
  if (iri.size() <= options_->limits.iri_bytes) return iri;
  report(property.tag, errc::term_too_long, {}, name);
  return {};
}

void item_output::emit_property(const frame& of, stored_property& property, std::uint32_t value_item) {
  const auto subject = subject_of(of.item);
  term_view value{term_kind::iri, store_->text(property.value), {}, {}};
  if (property.kind == value_kind::item) value = subject_of(value_item);
  if (property.kind == value_kind::literal)
    value = {term_kind::literal, value.value, property.datatype, store_->text(property.language)};
  auto names = store_->text(property.names);
  for (auto name = next_word(names); !name.empty(); name = next_word(names)) {
    const auto predicate = predicate_of(of, name, property);
    if (predicate.empty()) continue;
    output_->emit(subject, predicate, value);
    expand_property(of.vocabulary, predicate, options_->property_aliases,
                    [&](std::string_view also) { output_->emit(subject, also, value); });
  }
  if (property.kind == value_kind::literal) return;
  auto reverse_names = store_->text(property.reverse_names);
  for (auto name = next_word(reverse_names); !name.empty(); name = next_word(reverse_names))
    if (const auto predicate = predicate_of(of, name, property); !predicate.empty())
      output_->emit(value, predicate, subject);
}

/// Properties that belong to no item say nothing, and neither does what is in them.
void item_output::report_unused() {
  if (is_over_) return;
  for (std::uint32_t i = 0; i < store_->elements.size();) {
    const auto& one = store_->elements[i];
    const bool is_unused = one.property != nothing_stored && !store_->properties[one.property].was_used &&
                           store_->properties[one.property].kind != value_kind::lost;
    if (is_unused)
      report(store_->properties[one.property].tag, errc::bad_microdata, "itemprop outside of any item",
             store_->text(store_->properties[one.property].names));
    i = is_unused && one.item != nothing_stored ? std::max(i + 1, one.end) : i + 1;
  }
}

}  // namespace laundromat::rdfa
