// Refinement, division into components, and the search where symmetry is left.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/node_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t first_colour = 0xA0761D6478BD642FULL, self_colour = 0x9E3779B97F4A7C15ULL,
                        chosen_colour = 0xD1B54A32D192ED03ULL;

std::uint64_t combine(std::uint64_t one, std::uint64_t other) {
  return mix(one * 31 + other + 1);
}

/// Whether quad `q` has `n` in a place before `place`.
bool has_before(const node_order::quad& q, std::size_t place, node_order::node n) {
  return std::find(q.nodes.begin(), q.nodes.begin() + place, n) != q.nodes.begin() + place;
}

}  // namespace

bool node_order::settle(std::span<const quad> quads, node count) {
  quads_ = quads;
  steps_ = 0;
  colours_.assign(count, first_colour);
  next_.assign(count, 0);
  roots_.assign(count, no_node);
  ranks_.assign(count, 0);
  if (count == 1) return true;
  index_quads();
  nodes all(count);
  std::iota(all.begin(), all.end(), node{0});
  if (!distinguish(all, 0)) return false;
  sort_by_colour(all);
  if (count_colours(all) != count) return false;
  for (std::uint32_t rank = 0; rank < count; ++rank) ranks_[all[rank]] = rank;
  return true;
}

/// A counting sort; a quad stands once with each of its nodes.
void node_order::index_quads() {
  const auto each_mention = [this](auto take) {
    for (std::uint32_t number = 0; number < quads_.size(); ++number)
      for (std::size_t i = 0; i < 4; ++i) {
        const auto n = quads_[number].nodes[i];
        if (n != no_node && !has_before(quads_[number], i, n)) take(n, number);
      }
  };
  starts_.assign(colours_.size() + 1, 0);
  each_mention([this](node n, std::uint32_t) { ++starts_[n + 1]; });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  mentions_.resize(starts_.back());
  auto free = starts_;
  each_mention([&](node n, std::uint32_t number) { mentions_[free[n]++] = number; });
}

/// What a quad looks like, seen from one of its nodes, or from outside.
std::uint64_t node_order::look(std::uint32_t number, node self) const {
  const auto& q = quads_[number];
  auto seen = q.ground;
  for (const auto n : q.nodes) seen = combine(seen, n == no_node ? 0 : n == self ? self_colour : colours_[n]);
  return seen;
}

void node_order::sort_by_colour(nodes& set) const {
  std::ranges::sort(set, {}, [this](node n) { return colours_[n]; });
}

std::size_t node_order::count_colours(const nodes& sorted) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    count += i == 0 || colours_[sorted[i]] != colours_[sorted[i - 1]] ? 1 : 0;
  return count;
}

node_order::nodes node_order::shared_colours(const nodes& sorted) const {
  nodes shared;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto is_same = [&](std::size_t j) { return colours_[sorted[j]] == colours_[sorted[i]]; };
    if ((i > 0 && is_same(i - 1)) || (i + 1 < sorted.size() && is_same(i + 1))) shared.push_back(sorted[i]);
  }
  return shared;
}

/// Looks until nothing new is seen, and leaves `set` sorted. A node with a colour of its own keeps it. False: the steps are spent.
bool node_order::refine(nodes& set) {
  sort_by_colour(set);
  auto active = shared_colours(set);
  for (auto classes = count_colours(active);;) {
    for (const auto n : active) {
      std::uint64_t sum = 0;
      for (const auto number : quads_of(n)) sum += look(number, n);
      steps_ += quads_of(n).size();
      next_[n] = combine(colours_[n], sum);
    }
    for (const auto n : active) colours_[n] = next_[n];
    if (steps_ > most_steps) return false;
    sort_by_colour(active);
    const auto now = count_colours(active);
    if (now == classes) break;
    active = shared_colours(active);
    classes = count_colours(active);
  }
  sort_by_colour(set);
  return true;
}

/// Gives each node of `set`, which is connected, a colour of its own.
bool node_order::distinguish(nodes set, unsigned depth) {
  if (set.size() == 1) return true;
  if (depth == most_depth || !refine(set)) return false;
  auto open = shared_colours(set);
  if (open.empty()) return true;
  return open.size() == set.size() ? break_symmetry(set, depth) : divide(std::move(open), depth);
}

/// Treats what is left without the constants: components that come out the same are numbered.
bool node_order::divide(nodes open, unsigned depth) {
  auto parts = components_of(open);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!distinguish(parts[i], depth + 1)) return false;
    order.emplace_back(certificate(parts[i]), i);
  }
  std::ranges::sort(order);
  std::uint64_t twin = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    twin = i > 0 && order[i].first == order[i - 1].first ? twin + 1 : 0;
    for (const auto n : parts[order[i].second])
      colours_[n] = combine(combine(colours_[n], order[i].first), twin);
  }
  return true;
}

/// Singles out one node of the smallest class: any in a tree, else the one that leads to the smallest outcome. `set` is sorted.
bool node_order::break_symmetry(const nodes& set, unsigned depth) {
  std::span<const node> smallest;
  for (std::size_t begin = 0, end = 0; begin < set.size(); begin = end) {
    while (end < set.size() && colours_[set[end]] == colours_[set[begin]]) ++end;
    if (smallest.empty() || end - begin < smallest.size())
      smallest = std::span(set).subspan(begin, end - begin);
  }
  if (is_tree(set)) {
    colours_[smallest.front()] = combine(colours_[smallest.front()], chosen_colour);
    return distinguish(set, depth + 1);
  }
  const auto colours_of_set = [&] {
    std::vector<std::uint64_t> all;
    for (const auto n : set) all.push_back(colours_[n]);
    return all;
  };
  const auto restore = [&](const std::vector<std::uint64_t>& all) {
    for (std::size_t i = 0; i < set.size(); ++i) colours_[set[i]] = all[i];
  };
  const auto before = colours_of_set();
  std::vector<std::uint64_t> best;
  std::uint64_t lowest = 0;
  for (const auto n : smallest) {
    restore(before);
    colours_[n] = combine(colours_[n], chosen_colour);
    if (!distinguish(set, depth + 1)) return false;
    const auto outcome = certificate(set);
    if (!best.empty() && outcome >= lowest) continue;
    lowest = outcome;
    best = colours_of_set();
  }
  restore(best);
  return true;
}

node_order::node node_order::find(node n) {
  while (roots_[n] != n) n = roots_[n] = roots_[roots_[n]];
  return n;
}

/// The parts of `open` that hang together without any other node.
std::vector<node_order::nodes> node_order::components_of(const nodes& open) {
  for (const auto n : open) roots_[n] = n;
  for (const auto n : open)
    for (const auto number : quads_of(n))
      for (const auto other : quads_[number].nodes)
        if (other != no_node && roots_[other] != no_node) roots_[find(other)] = find(n);
  std::vector<std::pair<node, node>> by_root;
  for (const auto n : open) by_root.emplace_back(find(n), n);
  for (const auto n : open) roots_[n] = no_node;
  std::ranges::sort(by_root);
  std::vector<nodes> parts;
  for (std::size_t i = 0; i < by_root.size(); ++i) {
    if (i == 0 || by_root[i].first != by_root[i - 1].first) parts.emplace_back();
    parts.back().push_back(by_root[i].second);
  }
  return parts;
}

/// Whether the neighbourhood of nodes within `set`, which is connected, has no cycle.
bool node_order::is_tree(const nodes& set) {
  for (const auto n : set) roots_[n] = n;
  std::vector<std::pair<node, node>> pairs;
  for (const auto n : set)
    for (const auto number : quads_of(n))
      for (const auto other : quads_[number].nodes)
        if (other != no_node && other > n && roots_[other] != no_node) pairs.emplace_back(n, other);
  for (const auto n : set) roots_[n] = no_node;
  std::ranges::sort(pairs);
  return static_cast<std::size_t>(std::ranges::unique(pairs).begin() - pairs.begin()) == set.size() - 1;
}

/// The same for sets that are the same but for labels; where each node has a colour of its own also only for those.
std::uint64_t node_order::certificate(const nodes& set) const {
  std::uint64_t sum = 0;
  for (const auto n : set)
    for (const auto number : quads_of(n)) sum += combine(colours_[n], look(number, no_node));
  return mix(sum);
}

}  // namespace laundromat
