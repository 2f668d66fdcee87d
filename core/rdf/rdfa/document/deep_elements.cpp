// Implements deep_elements: stores only the names of elements that are nested too deeply.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/deep_elements.hpp"

namespace laundromat::rdfa {

void deep_elements::open(std::uint64_t hash) {
  if (names_.size() >= most_named) {
    ++unnamed_;
    return;
  }
  names_.push_back(hash);
  ++counts_[hash];
}

bool deep_elements::end(std::uint64_t hash, bool is_below) {
  if (names_.empty()) return false;
  if (unnamed_ > 0) {
    --unnamed_;
    return true;
  }
  if (!counts_.contains(hash) && !is_below) return true;
  while (!names_.empty()) {
    const auto top = names_.back();
    names_.pop_back();
    if (const auto found = counts_.find(top); --found->second == 0) counts_.erase(found);
    if (top == hash) return true;
  }
  return false;
}

}  // namespace laundromat::rdfa
