// What open elements give to their content when nobody knows which of them holds it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/evaluator.hpp"

namespace laundromat {

opened_element evaluator::open_unknown(raw_place place, int inherited) {
  auto& local = push_context(inherited);
  local.first_incomplete = local.end_incomplete = local.incompletes;
  forget_subject(place, errc::unterminated);
  return {static_cast<int>(contexts_.size()) - 1, true, false};
}

void evaluator::forget_subject(raw_place place, errc why) {
  const auto unknown = static_cast<resource_id>(resources_.size());
  auto& nobody = resources_.add();
  nobody.kind = term_kind::iri;
  nobody.value.clear();
  output_->settle(nobody, place, why);
  auto& local = contexts_.back();
  for (auto i = local.first_incomplete; i < local.end_incomplete; ++i) {
    if (incompletes_[i].way != incomplete::direction::list || list_of(incompletes_[i].list).is_spoiled)
      continue;
    spoil_list(incompletes_[i].list, why);
    lose_part(place, {why, treatment::skip, "a list whose items are not known"});
  }
  local.parent_subject = local.parent_object = unknown;
  const auto around = local.lists;
  local.lists = mapping_of(unknown, around);
  if (local.lists == around) return;
  mappings_[static_cast<std::size_t>(local.lists)].is_unknown = true;
  mappings_[static_cast<std::size_t>(local.lists)].around = around;
}

opened_element evaluator::open_doubtful(raw_place place, errc why, int inherited) {
  auto& local = push_context(inherited);
  local.first_incomplete = local.end_incomplete = local.incompletes;
  local.language = unknown_language;
  local.vocabulary.clear();
  local.is_vocabulary_lost = true;
  mapper_.lose_prefixes();
  forget_subject(place, why);
  return {static_cast<int>(contexts_.size()) - 1, true, false};
}

evaluator::difference evaluator::differ_within(int context) const {
  const auto& outer = contexts_[static_cast<std::size_t>(context)];
  auto found = difference::none;
  for (auto i = static_cast<std::size_t>(context) + 1; i < contexts_.size(); ++i) {
    const auto& one = contexts_[i];
    if (one.language != outer.language || one.vocabulary != outer.vocabulary ||
        one.is_vocabulary_lost != outer.is_vocabulary_lost || one.base != outer.base ||
        mapper_.prefix_count() > contexts_[static_cast<std::size_t>(context) + 1].prefixes)
      return difference::names;
    if (one.parent_object != outer.parent_object || one.end_incomplete > one.first_incomplete)
      found = difference::subjects;
  }
  return found;
}

void evaluator::forget_subjects(raw_place place, errc why) {
  auto& nobody = at(lost_resource);
  if (literals_.are_about(lost_resource)) nobody.skip.reach(place.offset_bytes);
  findings_->report(nobody.skip);
  nobody.kind = term_kind::iri;
  output_->settle(nobody, place, why);
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    auto& one = contexts_[i];
    spoil_hanging_lists(one, why);
    spoil_lists(one.lists, why);
    one.parent_subject = one.parent_object = lost_resource;
    one.first_incomplete = one.end_incomplete;
  }
}

bool evaluator::turns(const opened_element& element) const {
  if (!element.owns_context) return false;
  const auto& local = contexts_[static_cast<std::size_t>(element.context)];
  const auto& outer = contexts_[static_cast<std::size_t>(local.outer)];
  return local.parent_object != outer.parent_object || local.vocabulary != outer.vocabulary ||
         mapper_.prefix_count() > local.prefixes;
}

}  // namespace laundromat
