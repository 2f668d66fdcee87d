// Implements list_builder: lists (RDFa Core 1.1, section 7.5, step 14), and what is lost with them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/list_builder.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::size_t most_searched = 16;  // lists, one by one
constexpr std::string_view lists_too_long = "the lists of the document are too long";

}  // namespace

list_builder::list_builder(const reader_limits& limits, resource_table& resources, statement_output& output,
                           fault_log& faults, byte_account& account, term_mapper& mapper)
    : most_bytes_(limits.statement_bytes),
      resources_(&resources),
      output_(&output),
      faults_(&faults),
      account_(&account),
      mapper_(&mapper) {
  mappings_.add();
}

/// What a list costs without its items: it, and its place in the index.
std::uint64_t list_builder::bytes_of(const rdf_list& list) {
  return sizeof(rdf_list) + 2 * (sizeof(std::string) + list.predicate.size());
}

void list_builder::spoil(rdf_list& list, errc why) {
  if (!list.is_spoiled) list.fault = why;
  list.is_spoiled = true;
}

void list_builder::fill(const std::vector<list_slot>& slots, const term_view& literal,
                        const literal_source& from, bool is_good) {
  if (!from.is_in_tag) items_.clear();  // else they wait with what else the tag has
  for (const auto& slot : slots) {
    if (is_good) spend(slot, literal.value.size() + literal.datatype.size() + literal.language.size());
    auto& list = list_of(slot);
    if (is_good && !list.is_spoiled) {
      const auto tag = resources_->tag();
      take_item(slot,
                {literal.kind, std::string(literal.value), std::string(literal.datatype),
                 std::string(literal.language)},
                from.is_in_tag ? located_place{tag} : from.whole,
                from.is_in_tag ? faults_->bytes_at(tag) : from.start);
      continue;
    }
    spoil(list, from.fault == errc::ok ? errc::bad_iri : from.fault);
    if (is_good) lose_item(list, from.whole, from.start);
    list.skip.reach(from.whole.bytes.offset_bytes + from.whole.bytes.length_bytes);
  }
}

void list_builder::fill(const list_slot& slot, resource_id from) {
  const auto tag = resources_->tag();
  if (from == no_resource || !output_->is_usable((*resources_)[from])) {
    if (from != no_resource) output_->lose(tag, (*resources_)[from]);
    return spoil(slot, errc::bad_iri);
  }
  const auto& value = (*resources_)[from];
  const located_place place{tag};
  const auto start = faults_->bytes_at(tag);
  spend(slot, value.value.size());
  if (list_of(slot).is_spoiled) {
    lose_item(list_of(slot), place, start);
    list_of(slot).skip.reach(tag.offset_bytes + tag.length_bytes);
    return output_->lose(tag);
  }
  take_item(slot, {value.kind, value.value, {}, {}}, place, start);
}

void list_builder::take_item(const list_slot& slot, list_item item, located_place place,
                             std::string_view start) {
  auto& list = list_of(slot);
  list.items[static_cast<std::size_t>(slot.item)] = std::move(item);
  // A literal within another one ends, and is taken, before it.
  if (list.first.line == 0 || place.bytes.offset_bytes < list.first.bytes.offset_bytes) {
    faults_->locate(place);
    list.first = place;
    list.start = start;
  }
  list.end = std::max(list.end, place.bytes.offset_bytes + place.bytes.length_bytes);
  items_.push_back(slot);
}

/// Reports an item of a list that is skipped: one report for all items, from the first of them on.
void list_builder::lose_item(rdf_list& list, const located_place& place, std::string_view start) {
  if (list.skip.is_open())
    faults_->widen(list.skip, place.bytes, start);
  else
    list.skip =
        faults_->hold(place, {list.fault, treatment::skip, "an item of a list that is skipped", start});
}

void list_builder::wait(const waiting_ranges& ranges) {
  for (const auto& slot : items_) list_of(slot).ranges.push_back(ranges);
  items_.clear();
}

int list_builder::mapping_of(resource_id subject, int inherited) {
  auto& resources = *resources_;
  const auto& from = mappings_[static_cast<std::size_t>(inherited)];
  const auto known = from.subject;
  const bool is_unknown = from.is_unknown;  // perhaps they belong to the same subject
  const auto around = is_unknown ? from.around : -1;
  if (known == subject || (known != no_resource && resources[known].is(resources[subject]))) return inherited;
  auto& added = mappings_.add();
  added.subject = subject;
  added.lists.clear();
  added.index.clear();
  added.is_spoiled = is_unknown;
  added.is_unknown = false;
  added.around = around;
  added.fault = is_unknown ? errc::unterminated : errc::bad_iri;
  return static_cast<int>(mappings_.size()) - 1;
}

void list_builder::forget_subject(int mapping, int around) {
  auto& forgotten = mappings_[static_cast<std::size_t>(mapping)];
  forgotten.is_unknown = true;
  forgotten.around = around;
}

/// Its number among the lists of the mapping; negative for none.
int list_builder::find(const list_mapping& mapping, const std::string& predicate) {
  if (mapping.lists.size() > most_searched) {
    const auto found = mapping.index.find(predicate);
    return found == mapping.index.end() ? -1 : found->second;
  }
  const auto found = std::ranges::find(mapping.lists, predicate, &rdf_list::predicate);
  return found == mapping.lists.end() ? -1 : static_cast<int>(found - mapping.lists.begin());
}

/// When the lists are too long, all that would be new share a spoiled one, which has no predicate.
list_slot list_builder::reserve_list(int mapping, std::string_view predicate) {
  auto& into = mappings_[static_cast<std::size_t>(mapping)];
  if (into.around >= 0) spoil_all(into.around, into.fault);
  std::string name(predicate);
  auto known = find(into, name);
  const bool is_full = known < 0 && list_bytes_ > most_bytes_;
  if (is_full) {
    faults_->report(resources_->tag(), {errc::statement_too_long, treatment::skip, lists_too_long});
    name.clear();
    known = find(into, name);
  }
  if (known >= 0) return {mapping, known, -1};
  const auto number = static_cast<int>(into.lists.size());
  auto& added = into.lists.emplace_back();
  added.predicate = name;
  added.is_spoiled = into.is_spoiled || is_full;
  added.fault = is_full ? errc::statement_too_long : into.fault;
  if (into.lists.size() == most_searched + 1)
    for (int i = 0; i < number; ++i) into.index.emplace(into.lists[static_cast<std::size_t>(i)].predicate, i);
  if (into.lists.size() > most_searched) into.index.emplace(std::move(name), number);
  list_bytes_ += bytes_of(added);
  return {mapping, number, -1};
}

list_slot list_builder::add_item(list_slot slot) {
  spend(slot, sizeof(list_item));
  auto& list = list_of(slot);
  if (list.is_spoiled) return slot;
  slot.item = static_cast<int>(list.items.size());
  list.items.emplace_back();
  return slot;
}

/// Counts the bytes, and gives up the items of a list that needs too much.
void list_builder::spend(const list_slot& slot, std::size_t bytes) {
  auto& list = list_of(slot);
  if (list.is_spoiled) return;
  list_bytes_ += bytes;
  list.item_bytes += bytes;
  if (list_bytes_ <= most_bytes_) return;
  spoil(list, errc::statement_too_long);
  list.items = {};
  list_bytes_ -= std::exchange(list.item_bytes, 0);
  faults_->report(resources_->tag(), {errc::statement_too_long, treatment::skip, lists_too_long});
}

void list_builder::spoil_all(int mapping, errc why) {
  for (auto at = mapping; at >= 0; at = mappings_[static_cast<std::size_t>(at)].around) {
    auto& all = mappings_[static_cast<std::size_t>(at)];
    if (all.is_spoiled) continue;
    all.is_spoiled = true;
    all.fault = why;
    for (auto& list : all.lists) spoil(list, why);
  }
}

void list_builder::shrink(std::size_t size) {
  for (auto i = size; i < mappings_.size(); ++i) end_lists(mappings_[i]);
  mappings_.shrink(size);
}

void list_builder::end_lists(list_mapping& mapping) {
  for (auto& list : mapping.lists) {
    list_bytes_ -= bytes_of(list) + list.item_bytes;
    end_list(mapping.subject, list);
  }
}

/// Emits the list, or reports what is lost with it.
void list_builder::end_list(resource_id subject, rdf_list& list) {
  auto& resources = *resources_;
  const bool is_whole =
      std::ranges::none_of(list.items, [](const list_item& item) { return item.kind == term_kind::none; });
  const bool has_subject = subject != no_resource && output_->is_usable(resources[subject]);
  const bool is_good = !list.is_spoiled && is_whole && has_subject;
  if (is_good) emit(subject, list);
  if (!is_good && list.first.line != 0) {
    const bool is_subjects =
        !list.is_spoiled && is_whole && subject != no_resource && resources[subject].skip.is_open();
    auto& skip = is_subjects ? resources[subject].skip : list.skip;
    if (!is_subjects) lose_item(list, list.first, list.start);
    faults_->widen(skip, list.first.bytes, list.start);
    skip.reach(list.end);
  }
  for (const auto& ranges : list.ranges) account_->end_list(ranges, is_good);
  faults_->report(list.skip);
}

void list_builder::emit(resource_id subject, const rdf_list& list) {
  const auto about = (*resources_)[subject].view();
  if (list.items.empty()) return output_->emit(about, list.predicate, {term_kind::iri, rdf_nil, {}, {}});
  std::string node, next;
  mapper_->name_blank(node);
  output_->emit(about, list.predicate, {term_kind::blank, node, {}, {}});
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const auto& item = list.items[i];
    const term_view here{term_kind::blank, node, {}, {}};
    output_->emit(here, rdf_first, {item.kind, item.value, item.datatype, item.language});
    const bool is_last = i + 1 == list.items.size();
    if (!is_last) mapper_->name_blank(next);
    output_->emit(
        here, rdf_rest,
        is_last ? term_view{term_kind::iri, rdf_nil, {}, {}} : term_view{term_kind::blank, next, {}, {}});
    std::swap(node, next);
  }
}

}  // namespace laundromat::rdfa
