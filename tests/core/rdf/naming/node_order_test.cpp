// The order of the blank nodes of one component does not depend on the numbers of nodes or the order of statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/node_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace laundromat {
namespace {

using edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Vertices around two circles of `size`, of which the inner one skips `step` at a time: the generalised Petersen graph.
edges petersen(std::uint32_t size, std::uint32_t step) {
  edges all;
  for (std::uint32_t i = 0; i < size; ++i) {
    all.emplace_back(i, (i + 1) % size);
    all.emplace_back(i, size + i);
    all.emplace_back(size + i, size + (i + step) % size);
  }
  return all;
}

/// The edges between ranks, in both directions, of a graph with other labels in another order. `ground` stands for the predicate.
std::set<std::pair<std::uint32_t, std::uint32_t>> order(const edges& graph, std::uint32_t count,
                                                        std::uint64_t ground, std::mt19937& random) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::ranges::shuffle(numbers, random);
  std::vector<node_order::quad> quads;
  for (const auto& [from, to] : graph)
    for (const auto& [one, other] : {std::pair{from, to}, std::pair{to, from}})
      quads.push_back({{numbers[one], node_order::no_node, numbers[other], node_order::no_node}, ground});
  std::ranges::shuffle(quads, random);
  node_order order;
  EXPECT_TRUE(order.compute(quads, count));
  std::set<std::pair<std::uint32_t, std::uint32_t>> ranked;
  for (const auto& one : quads) ranked.emplace(order.ranks()[one.nodes[0]], order.ranks()[one.nodes[2]]);
  return ranked;
}

/// Nodes of one class are chosen one within the other: with the same colour, one ground in four gave two orders.
TEST(node_order, of_a_symmetric_component_is_the_same_with_any_labels) {
  std::mt19937 random{2026};
  for (const auto& [size, step] :
       {std::pair{5U, 2U}, std::pair{4U, 1U}, std::pair{8U, 3U}, std::pair{10U, 2U}})
    for (std::uint64_t ground = 100; ground < 140; ++ground) {
      const auto graph = petersen(size, step);
      const auto expected = order(graph, 2 * size, ground, random);
      for (int again = 0; again < 8; ++again)
        EXPECT_EQ(order(graph, 2 * size, ground, random), expected) << size << ' ' << ground;
    }
}

}  // namespace
}  // namespace laundromat
