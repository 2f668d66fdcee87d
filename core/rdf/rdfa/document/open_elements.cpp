// Implements open_elements: closes elements in order, or out of it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/open_elements.hpp"

#include <algorithm>

namespace laundromat::rdfa {

void open_elements::pop(std::uint64_t offset, bool is_xml, bool is_sound) {
  const auto& top = open_.back();
  auto& literals = evaluator_->literals();
  if (begins_template(top, is_xml)) {
    account_->resume();
    account_->reach(offset, span_kind::syntax);
  }
  if (literals.wants_tags() && !top.name.empty()) literals.add_end_tag(top.name, (top.traits & is_void) != 0);
  items_->close(top.item, is_sound && !top.is_unbalanced);
  evaluator_->close(top.rdfa, is_sound && !top.is_unbalanced);
  if (top.is_guessed) --guesses_;
  open_.pop_back();
}

void open_elements::detach(std::size_t index) {
  auto& closed = open_[index];
  closed.hash = 0;
  closed.traits = 0;
  items_->close(closed.item, false);
  if (closed.item.is_item)
    for (auto i = index + 1; i < open_.size() && !open_[i].item.is_item; ++i) open_[i].item.is_unknown = true;
  closed.item.element = nothing_stored;
  if (closed.rdfa.owns_context) {
    const auto outer = evaluator_->outer_context(closed.rdfa.context);
    for (auto i = index + 1; i < open_.size(); ++i)
      if (open_[i].rdfa.context == closed.rdfa.context) open_[i].rdfa.context = outer;
    closed.rdfa.context = outer;
  }
  if (!closed.rdfa.collects) return;
  if (evaluator_->literals().spoil_begun_at(closed.begin.bytes.offset_bytes, errc::unterminated,
                                            "a literal whose element ends within another"))
    account_->drop_outermost();
}

void open_elements::guess() {
  open_.back().is_guessed = true;
  ++guesses_;
}

bool open_elements::has(std::uint64_t hash) const {
  return std::ranges::any_of(open_, [&](const open_element& one) { return one.hash == hash; });
}

std::uint64_t open_elements::guessed_name() const {
  if (guesses_ == 0) return 0;
  const auto guess =
      std::find_if(open_.rbegin(), open_.rend(), [](const open_element& one) { return one.is_guessed; });
  return guess == open_.rend() ? 0 : guess->hash;
}

void open_elements::keep_places(fault_log& faults) {
  auto first = open_.size();
  while (first > 0 && open_[first - 1].begin.line == 0) --first;
  for (; first < open_.size(); ++first) faults.locate(open_[first].begin);
}

}  // namespace laundromat::rdfa
