// The order of the blank nodes of one component: it depends on the statements only, not on labels or their order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rdf/naming/node_colours.hpp"
#include "core/rdf/naming/node_sets.hpp"

namespace laundromat {

/// Finds a canonical order of nodes: the orders of isomorphic components correspond by an isomorphism.
///
/// Colours are refined until they are stable. Nodes with a unique colour are then like constants, and the others
/// split into smaller components. Equal components are interchangeable and get numbers. A component where every
/// colour is shared is a tree, whose nodes of one colour are interchangeable, or has cycles: then nodes of the smallest class are tried,
/// one for each set that the symmetries found so far map onto each other, and the smallest outcome is taken.
///
/// Memory: about 100 bytes a statement of the largest component; kept for the next one.
class node_order {
 public:
  using node = node_colours::node;
  using quad = node_colours::quad;
  static constexpr node no_node = node_colours::no_node;
  /// Components within components; each halves at least one class of similar nodes.
  static constexpr unsigned most_depth = 32;

  /// Orders nodes 0 to `count - 1`, which are all mentioned and connected. `quads` are different from each other.
  /// False: too symmetric, within the limits of `node_colours`.
  [[nodiscard]] bool compute(std::span<const quad> quads, node count,
                             std::uint64_t free_steps = node_colours::most_free_steps);
  /// The rank of each node; valid after `compute` returned true, until the next call.
  [[nodiscard]] const std::vector<std::uint32_t>& ranks() const { return ranks_; }

 private:
  using nodes = std::vector<node>;

  [[nodiscard]] bool distinguish(nodes set, unsigned depth);
  [[nodiscard]] bool divide(const nodes& open, unsigned depth);
  [[nodiscard]] bool break_symmetry(const nodes& set, unsigned depth);
  [[nodiscard]] bool try_class(const nodes& set, std::span<const node> alike, unsigned depth);
  [[nodiscard]] std::vector<nodes> components_of(const nodes& open);
  [[nodiscard]] bool is_tree(const nodes& set);
  [[nodiscard]] std::uint64_t certificate(const nodes& set) const;
  /// Tells the nodes apart that are chosen within a trial: else two of one colour would get the same one, and outcomes that differ would
  /// look the same. Without a trial there is no outcome to compare.
  [[nodiscard]] unsigned mark_at(unsigned depth) const { return tries_ == 0 ? 0 : depth; }

  node_colours colours_;
  node_sets sets_{0};  ///< of the nodes that are split, connected without the others
  std::vector<std::uint32_t> ranks_;
  unsigned tries_ = 0;  ///< classes that are being tried, one within the other
};

}  // namespace laundromat
