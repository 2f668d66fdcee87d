// A union-find forest in the slots of a hash table.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/node_groups.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace {

/// The groups of nodes without a slot have numbers from here on.
constexpr std::uint64_t first_hash_group = std::uint64_t{1} << 32;
/// So that chosen names do not make searches long: a node that finds no place within so many slots shares the first one.
constexpr std::size_t most_probes = 64;

}  // namespace

void node_groups::free_memory::operator()(slot* slots) const {
  std::free(slots);  // NOLINT(cppcoreguidelines-no-malloc)
}

node_groups::node_groups(std::size_t memory_bytes) {
  constexpr std::size_t least_slots = 16, most_slots = std::size_t{1} << 31;
  const auto slots = std::clamp(std::bit_floor(memory_bytes / sizeof(slot)), least_slots, most_slots);
  mask_ = slots - 1;
  most_used_ = slots / 8 * 7;
  // Zeroed memory of the system is not touched before it is used.
  slots_.reset(static_cast<slot*>(std::calloc(slots, sizeof(slot))));  // NOLINT(cppcoreguidelines-no-malloc)
  if (!slots_) throw std::bad_alloc{};
}

node_groups::slot* node_groups::find(std::uint64_t hash, bool adds) {
  const auto mark = static_cast<std::uint32_t>(hash >> 32) | 1U;
  const auto home = static_cast<std::size_t>(hash) & mask_;
  for (std::size_t probe = 0; probe < most_probes; ++probe) {
    auto& one = slots_[(home + probe) & mask_];
    if (one.mark == mark) return &one;
    if (one.mark != 0) continue;
    if (is_full()) break;
    if (!adds) return nullptr;
    one.mark = mark;
    ++used_;
    return &one;
  }
  return &slots_[home];
}

std::size_t node_groups::root_of(std::size_t number) {
  while (slots_[number].parent != 0) {
    auto& parent = slots_[number].parent;
    const auto above = slots_[parent - 1].parent;
    if (above == 0) return parent - 1;
    parent = above;  // halves the path
    number = above - 1;
  }
  return number;
}

void node_groups::join(std::string_view one, std::string_view other) {
  const auto number = [this](std::string_view node) {
    return static_cast<std::size_t>(find(fast_hash(node), true) - slots_.get());
  };
  const auto first = number(one);
  auto a = root_of(first), b = root_of(number(other));
  if (a == b) return;
  // Which of two places becomes the root is as good as random.
  if (a > b) std::swap(a, b);
  slots_[b].parent = static_cast<std::uint32_t>(a) + 1;
}

std::uint64_t node_groups::group_of(std::string_view node) {
  const auto hash = fast_hash(node);
  const auto* found = find(hash, false);
  if (!found) return first_hash_group + hash / 2;
  return root_of(static_cast<std::size_t>(found - slots_.get()));
}

}  // namespace laundromat
