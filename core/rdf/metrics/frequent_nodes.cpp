// Open addressing, and what is forgotten when the table is full.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/frequent_nodes.hpp"

#include <algorithm>

namespace laundromat {

void frequent_nodes::settle() {
  for (std::size_t i = 0; i < waits_; ++i) {
    const auto& added = waiting_[i];
    auto* kept = &find(added.key);
    if (kept->key == 0) {
      if (kept_ == most_nodes_) {
        forget();
        kept = &find(added.key);
      }
      *kept = {added.key, 0, 0, forgotten_};
      ++kept_;
    }
    kept->in += added.in;
    kept->out += added.out;
  }
  waits_ = 0;
}

frequent_nodes::node& frequent_nodes::find(std::uint64_t key) {
  auto at = slot_of(key);
  while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

/// Every kept node may have more than `forgotten_`, so that the bound rises with each time.
void frequent_nodes::forget() {
  std::vector<std::uint64_t> counts;
  counts.reserve(kept_);
  for (const auto& one : slots_)
    if (one.key != 0) counts.push_back(one.most());
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::ranges::nth_element(counts, middle);
  forgotten_ = *middle;
  std::vector<node> kept;
  for (const auto& one : slots_)
    if (one.key != 0 && one.most() > forgotten_) kept.push_back(one);
  std::ranges::fill(slots_, node{});
  for (const auto& one : kept) find(one.key) = one;
  kept_ = kept.size();
}

}  // namespace laundromat
