// Implements incomplete_triples: adds, completes and removes them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/incomplete_triples.hpp"

namespace laundromat::rdfa {

incomplete_triples::incomplete_triples(const reader_limits& limits, resource_table& resources,
                                       list_builder& lists, statement_output& output)
    : most_bytes_(limits.statement_bytes), resources_(&resources), lists_(&lists), output_(&output) {}

bool incomplete_triples::hold(std::size_t bytes) {
  if (held_bytes_ + bytes + sizeof(incomplete) <= most_bytes_) {
    held_bytes_ += bytes + sizeof(incomplete);
    return true;
  }
  output_->skip(resources_->tag(),
                {errc::statement_too_long, treatment::skip, "too many predicates wait for their objects"});
  return false;
}

void incomplete_triples::add(std::string_view predicate, direction way, int mapping) {
  if (!hold(predicate.size())) return;
  auto& added = waiting_.add();
  added.predicate = predicate;
  added.way = way;
  if (way == direction::list) added.list = lists_->reserve_list(mapping, predicate);
}

void incomplete_triples::complete(const rdfa_context& around, resource_id resource) {
  for (auto i = around.first_incomplete; i < around.end_incomplete; ++i) {
    const auto& one = waiting_[i];
    switch (one.way) {
      case direction::forward:
        resources_->state(around.parent_subject, one.predicate, resource);
        break;
      case direction::reverse:
        resources_->state(resource, one.predicate, around.parent_subject);
        break;
      case direction::list:
        lists_->fill(lists_->add_item(one.list), resource);
        break;
    }
  }
}

void incomplete_triples::spoil_lists(const rdfa_context& around, errc why) {
  for (auto i = around.first_incomplete; i < around.end_incomplete; ++i)
    if (waiting_[i].way == direction::list) lists_->spoil(waiting_[i].list, why);
}

void incomplete_triples::lose_lists(const rdfa_context& around, errc why, raw_place place) {
  for (auto i = around.first_incomplete; i < around.end_incomplete; ++i) {
    const auto& one = waiting_[i];
    if (one.way != direction::list || lists_->is_spoiled(one.list)) continue;
    lists_->spoil(one.list, why);
    output_->skip(place, {why, treatment::skip, "a list whose items are not known"});
  }
}

void incomplete_triples::shrink(std::size_t size, std::uint64_t held_bytes) {
  waiting_.shrink(size);
  held_bytes_ = held_bytes;
}

}  // namespace laundromat::rdfa
