// Implements component_ranks: groups the statements in place, then orders one component after the other.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/component_ranks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace laundromat {

namespace {

constexpr auto not_numbered = ~std::uint32_t{0};
/// The document up to which each component may use all steps of a small document at once.
constexpr std::uint64_t small_document = 65'536;
/// Free steps of all difficult components of a large document together: about a second.
constexpr std::uint64_t shared_steps = std::uint64_t{1} << 27;

}  // namespace

component_ranks::component_ranks(const components& parts, considered_statements& considered)
    : ranks_(parts.node_count(), not_numbered), node_counts_(parts.count()) {
  auto quads = std::exchange(considered.quads, {});
  starts_.resize(parts.count() + std::size_t{1});
  for (std::uint32_t i = 0; i < parts.count(); ++i)
    starts_[i + 1] = starts_[i] + (considered.sizes[i] <= considered.largest ? considered.sizes[i] : 0);
  group(parts, quads);
  const auto share = std::max<std::uint64_t>(1, (quads.size() + small_document - 1) / small_document);
  std::vector<difficult> left;
  for (std::uint32_t i = 0; i < parts.count(); ++i) {
    const auto own = quads_of(quads, i);
    if (own.empty()) continue;
    number_nodes(own);
    if (!order(i, own, nodes_, node_colours::most_free_steps / share) && share > 1)
      left.push_back({i, nodes_});
  }
  for (const auto& one : left) {
    const auto steps = std::min(node_colours::most_free_steps, shared_steps / left.size());
    static_cast<void>(order(one.component, quads_of(quads, one.component), one.nodes, steps));
  }
  order_ = {};
  nodes_ = {};
  starts_ = {};
}

/// A counting sort by component. In most documents the statements of a component are near each other.
void component_ranks::group(const components& parts, quad_vector& quads) {
  std::vector<std::uint32_t> places(quads.size());
  {
    auto free = starts_;
    for (std::size_t i = 0; i < quads.size(); ++i) places[i] = free[parts.of(quads[i])]++;
  }
  for (std::uint32_t i = 0; i < quads.size(); ++i)
    while (places[i] != i) {
      const auto place = places[i];
      std::swap(quads[i], quads[place]);
      std::swap(places[i], places[place]);
    }
}

/// Replaces nodes by their numbers in the order of their first mention in these statements, which are a component.
void component_ranks::number_nodes(std::span<quad> quads) {
  nodes_.clear();
  for (auto& q : quads)
    for (auto& n : q.nodes) {
      if (n == node_order::no_node) continue;
      auto& number = ranks_[n];
      if (number == not_numbered) {
        number = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(n);
      }
      n = number;
    }
}

bool component_ranks::order(std::uint32_t component, std::span<const quad> quads, std::span<const node> nodes,
                            std::uint64_t free_steps) {
  const auto count = static_cast<node>(nodes.size());
  if (count > 1 && !order_.compute(quads, count, free_steps)) return false;
  for (node i = 0; i < count; ++i) ranks_[nodes[i]] = count == 1 ? 0 : order_.ranks()[i];
  node_counts_[component] = count;
  return true;
}

}  // namespace laundromat
