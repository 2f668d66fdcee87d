// The order of the blank nodes of one component: it follows from the statements alone, never from labels or their order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace laundromat {

/// Finds a canonical order of nodes: isomorphic components get orders that an isomorphism maps onto each other.
///
/// Colours are refined until they are stable: a node looks at its statements and the colours of its neighbours. Nodes with a colour
/// of their own then are like constants, and what is left without them falls apart into smaller components. Those that have become
/// the same are interchangeable and get numbers. A component where every colour is shared is a tree, whose nodes of one colour are
/// interchangeable, or has cycles: then each node of the smallest class is tried, and the smallest outcome is taken.
///
/// Memory: about 100 bytes a statement of the largest component; kept for the next one.
class node_order {
 public:
  using node = std::uint32_t;
  static constexpr node no_node = ~node{0};
  /// Looks at statements from nodes: about 10 ns each. Only components that are symmetric in many ways at once need so many.
  static constexpr std::uint64_t most_steps = std::uint64_t{1} << 22;
  /// Components within components; each halves at least one class of alike nodes.
  static constexpr unsigned most_depth = 32;

  /// A statement: its nodes, with `no_node` for other terms, and a hash of all that is no node in it.
  struct quad {
    std::array<node, 4> nodes;
    std::uint64_t ground;
  };

  /// Orders nodes 0 to `count - 1`, each of which is mentioned, and which are all connected. False: too symmetric, within the limits.
  [[nodiscard]] bool settle(std::span<const quad> quads, node count);
  /// The place of each node in the order; valid after `settle` returned true, until the next call.
  [[nodiscard]] const std::vector<std::uint32_t>& ranks() const { return ranks_; }

 private:
  using nodes = std::vector<node>;

  void index_quads();
  [[nodiscard]] std::span<const std::uint32_t> quads_of(node n) const {
    return std::span(mentions_).subspan(starts_[n], starts_[n + 1] - starts_[n]);
  }
  [[nodiscard]] std::uint64_t look(std::uint32_t number, node self) const;
  void sort_by_colour(nodes& set) const;
  [[nodiscard]] std::size_t count_colours(const nodes& sorted) const;
  [[nodiscard]] nodes shared_colours(const nodes& sorted) const;
  [[nodiscard]] bool refine(nodes& set);
  [[nodiscard]] bool distinguish(nodes set, unsigned depth);
  [[nodiscard]] bool divide(nodes open, unsigned depth);
  [[nodiscard]] bool break_symmetry(const nodes& set, unsigned depth);
  [[nodiscard]] std::vector<nodes> components_of(const nodes& open);
  [[nodiscard]] bool is_tree(const nodes& set);
  [[nodiscard]] std::uint64_t certificate(const nodes& set) const;
  [[nodiscard]] node find(node n);

  std::span<const quad> quads_;
  std::uint64_t steps_ = 0;
  std::vector<std::uint64_t> colours_, next_;
  std::vector<std::uint32_t> starts_, mentions_;  ///< quads of node n: from `starts_[n]` to `starts_[n + 1]`
  std::vector<node> roots_;  ///< union and find; `no_node`: not in the set that is divided
  std::vector<std::uint32_t> ranks_;
};

}  // namespace laundromat
