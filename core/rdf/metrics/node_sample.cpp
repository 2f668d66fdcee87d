// The table behind a sample: open addressing, and the halving when it is full.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/node_sample.hpp"

#include <algorithm>
#include <cmath>

namespace laundromat {

void node_sample::settle() {
  for (std::size_t i = 0; i < waits_; ++i) {
    const auto& added = waiting_[i];
    if (level_ != 0 && added.key >> (64 - level_) != 0) continue;
    auto& kept = find(added.key);
    kept.in = clamp(std::uint64_t{kept.in} + added.in);
    kept.out = clamp(std::uint64_t{kept.out} + added.out);
    if (kept.key != 0) continue;
    kept.key = added.key;
    if (++kept_ > slots_.size() / 2) make_room();
  }
  waits_ = 0;
}

/// Few in the sample may be few by chance, and none does not say that there are none: the error is that of one more.
counted node_sample::estimate(std::uint64_t kept, std::uint64_t known, std::uint64_t most) const {
  if (level_ == 0) return {known + kept, 0};
  if (most == 0) return {known, 0};
  const auto rate = std::ldexp(1.0, -static_cast<int>(level_));
  const auto error = std::sqrt((1 - rate) * static_cast<double>(kept + 1)) / rate;
  const auto value = std::max<std::uint64_t>(known + std::min(kept << level_, most), 1);
  return {value, error / static_cast<double>(value)};
}

node_sample::node& node_sample::find(std::uint64_t key) {
  auto at = slot_of(key);
  while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

void node_sample::make_room() {
  if (slots_.size() / 2 < most_nodes_) return refill(slots_.size() * 4);
  while (kept_ > most_nodes_) {
    ++level_;
    refill(slots_.size());
  }
}

void node_sample::refill(std::size_t slots) {
  std::vector<node> kept;
  kept.reserve(kept_ / 2 + kept_ / 4);
  for (const auto& one : slots_)
    if (one.key != 0 && (level_ == 0 || one.key >> (64 - level_) == 0)) kept.push_back(one);
  slots_.assign(std::min(slots, 2 * most_nodes_), node{});
  for (const auto& one : kept) find(one.key) = one;
  kept_ = kept.size();
}

}  // namespace laundromat
