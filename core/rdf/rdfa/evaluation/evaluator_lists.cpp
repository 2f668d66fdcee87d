// Lists (RDFa Core 1.1, section 7.5, step 14), and what is lost with them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_searched = 16;  // lists, one by one
constexpr std::string_view too_long = "the lists of the document are too long";

/// What a list costs without its items: it, and its place in the index.
std::uint64_t bytes_of(const auto& list) {
  return sizeof list + 2 * (sizeof list.predicate + list.predicate.size());
}

}  // namespace

/// The literal becomes an item of its lists. `chunk_items_` has those that take it.
void evaluator::fill_items(const collector& one, const term_view& literal, bool is_good) {
  const bool is_in_tag = &one == &carrier_;  // of which all waits with what an attribute says
  if (!is_in_tag) chunk_items_.clear();
  const located_place whole{extent_of(one), one.place.line, one.place.column};
  for (const auto& slot : one.slots) {
    if (is_good)
      spend_on_lists(slot, literal.value.size() + literal.datatype.size() + literal.language.size());
    auto& list = list_of(slot);
    if (is_good && !list.is_spoiled) {
      take_item(slot,
                {literal.kind, std::string(literal.value), std::string(literal.datatype),
                 std::string(literal.language)},
                is_in_tag ? located_place{piece_} : whole,
                is_in_tag ? findings_->bytes_at(piece_) : one.start);
      continue;
    }
    spoil(list, one.fault == errc::ok ? errc::bad_iri : one.fault);
    if (is_good) lose_item(list, whole, one.start);
    list.skip.reach(whole.bytes.offset_bytes + whole.bytes.length_bytes);
  }
}

void evaluator::take_item(const list_slot& slot, list_item item, located_place place,
                          std::string_view start) {
  auto& list = list_of(slot);
  list.items[static_cast<std::size_t>(slot.item)] = std::move(item);
  // A literal within another one ends, and is taken, before it.
  if (list.first.line == 0 || place.bytes.offset_bytes < list.first.bytes.offset_bytes) {
    findings_->locate(place);
    list.first = place;
    list.start = start;
  }
  list.end = std::max(list.end, place.bytes.offset_bytes + place.bytes.length_bytes);
  chunk_items_.push_back(slot);
}

/// Tells an item of a list that is skipped, if it is the first to be lost by that; an item around that one begins before it.
void evaluator::lose_item(rdf_list& list, const located_place& place, std::string_view start) {
  if (list.skip.is_open())
    findings_->widen(list.skip, place, start);
  else
    list.skip =
        findings_->hold(place, {list.fault, treatment::skip, "an item of a list that is skipped", start});
}

void evaluator::wait_for_lists(const waiting_runs& runs) {
  for (const auto& slot : chunk_items_) list_of(slot).runs.push_back(runs);
  chunk_items_.clear();
}

/// Says of each list what became of it, and tells what is lost with one that is not handed out.
void evaluator::end_list(resource_id subject, rdf_list& list) {
  const bool is_whole =
      std::ranges::none_of(list.items, [](const list_item& item) { return item.kind == term_kind::none; });
  const bool has_subject = subject != no_resource && output_->is_usable(at(subject));
  const bool is_good = !list.is_spoiled && is_whole && has_subject;
  if (is_good) emit_list(subject, list);
  if (!is_good && list.first.line != 0) {
    const bool is_subjects =
        !list.is_spoiled && is_whole && subject != no_resource && at(subject).skip.is_open();
    auto& skip = is_subjects ? at(subject).skip : list.skip;
    if (!is_subjects) lose_item(list, list.first, list.start);
    findings_->widen(skip, list.first, list.start);
    skip.reach(list.end);
  }
  for (const auto& runs : list.runs) account_->settle(runs, is_good);
  findings_->report(list.skip);
}

int evaluator::mapping_of(resource_id origin, int inherited) {
  const auto& from = mappings_[static_cast<std::size_t>(inherited)];
  const auto known = from.origin;
  const bool is_doubtful = from.is_unknown;  // perhaps they belong to the same subject
  const auto around = is_doubtful ? from.around : -1;
  if (known == origin || (known != no_resource && at(known).is(at(origin)))) return inherited;
  auto& added = mappings_.add();
  added.origin = origin;
  added.lists.clear();
  added.index.clear();
  added.is_spoiled = is_doubtful;
  added.is_unknown = false;
  added.around = around;
  added.fault = is_doubtful ? errc::unterminated : errc::bad_iri;
  return static_cast<int>(mappings_.size()) - 1;
}

/// Its number among the lists of the mapping; negative for none.
int evaluator::find_list(const list_mapping& mapping, const std::string& predicate) {
  if (mapping.lists.size() > most_searched) {
    const auto found = mapping.index.find(predicate);
    return found == mapping.index.end() ? -1 : found->second;
  }
  const auto found = std::ranges::find(mapping.lists, predicate, &rdf_list::predicate);
  return found == mapping.lists.end() ? -1 : static_cast<int>(found - mapping.lists.begin());
}

/// When the lists are too long, all that would be new share a spoiled one, which has no predicate.
list_slot evaluator::reserve_list(int mapping, std::string_view predicate) {
  auto& into = mappings_[static_cast<std::size_t>(mapping)];
  if (into.around >= 0) spoil_lists(into.around, into.fault);
  std::string name(predicate);
  auto known = find_list(into, name);
  const bool is_full = known < 0 && list_bytes_ > limits_.statement_bytes;
  if (is_full) {
    findings_->report(piece_, {errc::statement_too_long, treatment::skip, too_long});
    name.clear();
    known = find_list(into, name);
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

list_slot evaluator::reserve_item(int mapping, std::string_view predicate) {
  return add_item(reserve_list(mapping, predicate));
}

/// A place behind the last; a spoiled list does not grow.
list_slot evaluator::add_item(list_slot slot) {
  spend_on_lists(slot, sizeof(list_item));
  auto& list = list_of(slot);
  if (list.is_spoiled) return slot;
  slot.item = static_cast<int>(list.items.size());
  list.items.emplace_back();
  return slot;
}

/// Gives up the items of a list that needs too much.
void evaluator::spend_on_lists(const list_slot& slot, std::size_t bytes) {
  auto& list = list_of(slot);
  if (list.is_spoiled) return;
  list_bytes_ += bytes;
  list.item_bytes += bytes;
  if (list_bytes_ <= limits_.statement_bytes) return;
  spoil(list, errc::statement_too_long);
  list.items = {};
  list_bytes_ -= std::exchange(list.item_bytes, 0);
  findings_->report(piece_, {errc::statement_too_long, treatment::skip, too_long});
}

void evaluator::spoil_lists(int mapping, errc why) {
  for (auto at = mapping; at >= 0; at = mappings_[static_cast<std::size_t>(at)].around) {
    auto& all = mappings_[static_cast<std::size_t>(at)];
    if (all.is_spoiled) continue;
    all.is_spoiled = true;
    all.fault = why;
    for (auto& list : all.lists) spoil(list, why);
  }
}

void evaluator::spoil_hanging_lists(const frame& of, errc why) {
  for (auto i = of.first_incomplete; i < of.end_incomplete; ++i)
    if (incompletes_[i].way == incomplete::direction::list) spoil_list(incompletes_[i].list, why);
}

/// Items come from `inlist` beside a predicate, of which one may be what is damaged, and from any element that has a subject where a
/// list waits for its items.
void evaluator::lose_items(int context, std::string_view tag) {
  const auto& around = contexts_[static_cast<std::size_t>(context)];
  spoil_hanging_lists(around, errc::bad_attribute);
  const auto has = [&](std::string_view word) {
    const auto is_same = [](char a, char lower) { return to_lower(a) == lower; };
    return std::search(tag.begin(), tag.end(), word.begin(), word.end(), is_same) != tag.end();
  };
  if (has("inlist") || has("property") || has("rel")) spoil_lists(around.lists, errc::bad_attribute);
}

void evaluator::fill_item(const list_slot& slot, resource_id from) {
  if (from == no_resource || !output_->is_usable(at(from))) {
    if (from != no_resource) output_->lose(piece_, at(from));
    return spoil_list(slot);
  }
  const located_place place{piece_};
  const auto start = findings_->bytes_at(piece_);
  spend_on_lists(slot, at(from).value.size());
  if (list_of(slot).is_spoiled) {
    lose_item(list_of(slot), place, start);
    list_of(slot).skip.reach(piece_.offset_bytes + piece_.length_bytes);
    return output_->lose(piece_);
  }
  take_item(slot, {at(from).kind, at(from).value, {}, {}}, place, start);
}

void evaluator::emit_lists(list_mapping& mapping) {
  for (auto& list : mapping.lists) {
    list_bytes_ -= bytes_of(list) + list.item_bytes;
    end_list(mapping.origin, list);
  }
}

void evaluator::emit_list(resource_id subject, const rdf_list& list) {
  if (list.items.empty())
    return output_->emit(at(subject).view(), list.predicate, {term_kind::iri, rdf_nil, {}, {}});
  std::string node, next;
  mapper_.name_blank(node);
  output_->emit(at(subject).view(), list.predicate, {term_kind::blank, node, {}, {}});
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const auto& item = list.items[i];
    const term_view here{term_kind::blank, node, {}, {}};
    output_->emit(here, rdf_first, {item.kind, item.value, item.datatype, item.language});
    const bool is_last = i + 1 == list.items.size();
    if (!is_last) mapper_.name_blank(next);
    output_->emit(
        here, rdf_rest,
        is_last ? term_view{term_kind::iri, rdf_nil, {}, {}} : term_view{term_kind::blank, next, {}, {}});
    std::swap(node, next);
  }
}

}  // namespace laundromat
