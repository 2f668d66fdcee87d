// Implements node_order: splits into components, and searches where symmetry is left.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/node_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace {

/// Unites the nodes of a class that have the same colour before and after: a symmetry maps them onto each other.
void unite_images(node_sets& orbits, std::span<const std::uint64_t> before,
                  std::span<const std::uint64_t> after) {
  const auto by_colour = [](std::span<const std::uint64_t> colours) {
    std::vector<std::uint32_t> all(colours.size());
    std::iota(all.begin(), all.end(), 0U);
    std::ranges::sort(all, {}, [&](std::uint32_t i) { return colours[i]; });
    return all;
  };
  const auto ones = by_colour(before), others = by_colour(after);
  for (std::size_t i = 0; i < ones.size(); ++i)
    if (before[ones[i]] != after[others[i]]) return;
  for (std::size_t i = 0; i < ones.size(); ++i) orbits.unite(ones[i], others[i]);
}

}  // namespace

bool node_order::compute(std::span<const quad> quads, node count, std::uint64_t free_steps) {
  colours_.assign(quads, count, free_steps);
  tries_ = 0;
  sets_.assign_without_sets(count);
  ranks_.assign(count, 0);
  if (count == 1) return true;
  nodes all(count);
  std::iota(all.begin(), all.end(), node{0});
  if (!colours_.refine(all)) return false;
  if (colours_.count_classes(all) != count) {
    if (!distinguish(all, 0)) return false;
    colours_.sort(all);
    if (colours_.count_classes(all) != count) return false;
  }
  for (std::uint32_t rank = 0; rank < count; ++rank) ranks_[all[rank]] = rank;
  return true;
}

/// Gives each node of `set`, which is connected and stable, a unique colour.
bool node_order::distinguish(nodes set, unsigned depth) {
  if (set.size() == 1) return true;
  if (depth == most_depth || !colours_.spend(set.size())) return false;
  colours_.sort(set);
  const auto open = colours_.shared(set);
  if (open.empty()) return true;
  return open.size() == set.size() ? break_symmetry(set, depth) : divide(open, depth);
}

/// Splits the nodes that are left without the constants: equal components are numbered.
bool node_order::divide(const nodes& open, unsigned depth) {
  auto parts = components_of(open);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!distinguish(parts[i], depth + 1)) return false;
    order.emplace_back(certificate(parts[i]), i);
  }
  std::ranges::sort(order);
  std::uint64_t equal_ones = 0;  // before this one
  for (std::size_t i = 0; i < order.size(); ++i) {
    equal_ones = i > 0 && order[i].first == order[i - 1].first ? equal_ones + 1 : 0;
    for (const auto n : parts[order[i].second])
      colours_.change(
          n, node_colours::combine(node_colours::combine(colours_.of(n), order[i].first), equal_ones));
  }
  return true;
}

/// Distinguishes one node of the smallest class: any in a tree, else the one with the smallest outcome. `set` is sorted.
bool node_order::break_symmetry(const nodes& set, unsigned depth) {
  std::span<const node> smallest;
  for (std::size_t begin = 0, end = 0; begin < set.size(); begin = end) {
    while (end < set.size() && colours_.of(set[end]) == colours_.of(set[begin])) ++end;
    if (smallest.empty() || end - begin < smallest.size())
      smallest = std::span(set).subspan(begin, end - begin);
  }
  if (!is_tree(set)) return try_class(set, smallest, depth);
  return colours_.refine_from(set, smallest.front(), mark_at(depth)) && distinguish(set, depth + 1);
}

/// Takes the smallest outcome of distinguishing a node of `alike`, which is a class of `set`. Two equal outcomes show a symmetry.
bool node_order::try_class(const nodes& set, std::span<const node> alike, unsigned depth) {
  const auto begin = static_cast<std::size_t>(alike.data() - set.data());
  const auto colours_of_set = [&] {
    std::vector<std::uint64_t> all;
    for (const auto n : set) all.push_back(colours_.of(n));
    return all;
  };
  const auto restore = [&](const std::vector<std::uint64_t>& all) {
    for (std::size_t i = 0; i < set.size(); ++i) colours_.change(set[i], all[i]);
  };
  const auto before = colours_of_set();
  const auto mark = mark_at(depth);
  ++tries_;
  std::vector<std::uint64_t> best;
  std::uint64_t lowest = 0;
  node_sets orbits(alike.size());
  std::vector<std::uint32_t> tried;
  for (std::uint32_t i = 0; i < alike.size(); ++i) {
    if (std::ranges::any_of(tried, [&](auto other) { return orbits.find(other) == orbits.find(i); }))
      continue;
    tried.push_back(i);
    restore(before);
    if (!colours_.refine_from(set, alike[i], mark) || !distinguish(set, depth + 1)) return false;
    const auto outcome = certificate(set);
    auto colours = colours_of_set();
    if (!best.empty() && outcome == lowest)
      unite_images(orbits, std::span(best).subspan(begin, alike.size()),
                   std::span(colours).subspan(begin, alike.size()));
    if (!best.empty() && outcome >= lowest) continue;
    lowest = outcome;
    best = std::move(colours);
  }
  --tries_;
  restore(best);
  return true;
}

/// The parts of `open` that are connected without any other node.
std::vector<node_order::nodes> node_order::components_of(const nodes& open) {
  for (const auto n : open) sets_.isolate(n);
  for (const auto n : open)
    for (const auto number : colours_.quads_of(n))
      for (const auto other : colours_.at(number).nodes)
        if (other != no_node && sets_.has(other)) sets_.unite(other, n);
  std::vector<std::pair<node, node>> by_root;
  for (const auto n : open) by_root.emplace_back(sets_.find(n), n);
  for (const auto n : open) sets_.remove(n);
  std::ranges::sort(by_root);
  std::vector<nodes> parts;
  for (std::size_t i = 0; i < by_root.size(); ++i) {
    if (i == 0 || by_root[i].first != by_root[i - 1].first) parts.emplace_back();
    parts.back().push_back(by_root[i].second);
  }
  return parts;
}

/// Whether the neighbourhood relation of nodes within `set`, which is connected, has no cycle.
bool node_order::is_tree(const nodes& set) {
  for (const auto n : set) sets_.isolate(n);
  std::vector<std::pair<node, node>> pairs;
  for (const auto n : set)
    for (const auto number : colours_.quads_of(n))
      for (const auto other : colours_.at(number).nodes)
        if (other != no_node && other > n && sets_.has(other)) pairs.emplace_back(n, other);
  for (const auto n : set) sets_.remove(n);
  std::ranges::sort(pairs);
  return static_cast<std::size_t>(std::ranges::unique(pairs).begin() - pairs.begin()) == set.size() - 1;
}

/// Equal for sets that are equal up to labels; where each node has a unique colour, equal only for those.
std::uint64_t node_order::certificate(const nodes& set) const {
  std::uint64_t sum = 0;
  for (const auto n : set)
    for (const auto number : colours_.quads_of(n))
      sum += node_colours::combine(colours_.of(n), colours_.quad_hash(number, no_node));
  return mix(sum);
}

}  // namespace laundromat
