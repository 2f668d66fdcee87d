// Implements the sample of nodes as a hash table with open addressing, which is halved when it is full.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/node_sample.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace laundromat {

void node_sample::flush() {
  for (std::size_t i = 0; i < waits_; ++i) {
    const auto& added = waiting_[i];
    if (added.key > greatest_key_) continue;
    const auto before = probes_;
    auto* found = &find(added.key);
    if (probes_ - before > most_probes && !is_keyed_) {
      turn_keyed();
      found = &find(added.key);
    }
    auto& kept = *found;
    kept.in = clamp(std::uint64_t{kept.in} + added.in);
    kept.out = clamp(std::uint64_t{kept.out} + added.out);
    if (kept.key != 0) continue;
    kept.key = added.key;
    if (++kept_ > slots_.size() / 2) make_room();
  }
  waits_ = 0;
}

/// A small sample may be small by chance, and an empty one does not mean that there is none: the error is that of one more.
counted node_sample::estimate(std::uint64_t kept, std::uint64_t known, std::uint64_t most) const {
  if (level_ == 0) return {known + kept, 0};
  if (most == 0) return {known, 0};
  const auto rate = std::ldexp(1.0, -static_cast<int>(level_));
  const auto error = std::sqrt((1 - rate) * static_cast<double>(kept + 1)) / rate;
  const auto value = std::max<std::uint64_t>(known + std::min(kept << level_, most), 1);
  return {value, error / static_cast<double>(value)};
}

node_sample::node& node_sample::find(std::uint64_t key) {
  const auto first = slot_of(key);
  auto at = first;
  while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
  probes_ += ((at - first) & (slots_.size() - 1)) + 1;
  return slots_[at];
}

void node_sample::turn_keyed() {
  is_keyed_ = true;
  const auto old = std::exchange(slots_, std::vector<node>(slots_.size()));
  for (const auto& one : old)
    if (one.key != 0) find(one.key) = one;
}

node_sample node_sample::objects() const {
  auto found = *this;
  found.thin_out([](const node& one) { return one.in != 0; });
  for (auto& one : found.slots_) one.out = 0;
  return found;
}

void node_sample::make_room() {
  if (slots_.size() / 2 < most_nodes_) return grow();
  while (kept_ > most_nodes_) {
    ++level_;
    greatest_key_ >>= 1;
    thin_out([this](const node& one) { return one.key <= greatest_key_; });
  }
}

void node_sample::grow() {
  const auto old = std::exchange(slots_, std::vector<node>(std::min(slots_.size() * 4, 2 * most_nodes_)));
  for (const auto& one : old)
    if (one.key != 0) find(one.key) = one;
}

/// Removes and reinserts each node, starting after an empty slot, so that the slots before a node's own are already final.
template <class IsKept>
void node_sample::thin_out(IsKept is_kept) {
  const auto mask = slots_.size() - 1;
  std::size_t first = 0;
  while (slots_[first].key != 0) ++first;
  kept_ = 0;
  for (std::size_t i = 1; i <= mask; ++i) {
    const auto one = std::exchange(slots_[(first + i) & mask], {});
    if (one.key == 0 || !is_kept(one)) continue;
    find(one.key) = one;
    ++kept_;
  }
}

}  // namespace laundromat
