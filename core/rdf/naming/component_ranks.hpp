// The rank of each blank node in the canonical order of its component.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rdf/naming/components.hpp"
#include "core/rdf/naming/node_order.hpp"

namespace laundromat {

/// Orders the nodes of each component that is considered. Most components get few steps for their symmetry, depending on the size of the
/// document; then those that need more share a second budget. So the time is bounded, and the result depends on the content only.
///
/// Memory: 24 bytes a statement and 4 a node; beside that, while it is made, 4 bytes a statement and `node_order` of the largest component.
class component_ranks {
 public:
  using node = components::node;
  using quad = components::quad;
  using quad_vector = held_statements::quad_vector;

  /// `considered.quads` are taken and freed.
  component_ranks(const components& parts, considered_statements& considered);

  /// The nodes of the component have ranks: it is not too symmetric, and was considered.
  [[nodiscard]] bool has_ranks(std::uint32_t component) const { return node_counts_[component] != 0; }
  /// From 0 to `node_count_of` its component.
  [[nodiscard]] std::uint32_t of(node n) const { return ranks_[n]; }
  [[nodiscard]] std::uint32_t node_count_of(std::uint32_t component) const { return node_counts_[component]; }

 private:
  /// One that needs a larger budget; its quads have the numbers of its nodes among its own.
  struct difficult {
    std::uint32_t component;
    std::vector<node> nodes;
  };
  void group(const components& parts, quad_vector& quads);
  void number_nodes(std::span<quad> quads);
  [[nodiscard]] bool order(std::uint32_t component, std::span<const quad> quads, std::span<const node> nodes,
                           std::uint64_t free_steps);
  [[nodiscard]] std::span<quad> quads_of(quad_vector& quads, std::uint32_t component) const {
    return std::span(quads).subspan(starts_[component], starts_[component + 1] - starts_[component]);
  }

  node_order order_;
  std::vector<std::uint32_t> starts_;       ///< by component, in the grouped quads
  std::vector<node> nodes_;                 ///< of the current component, by their numbers in it
  std::vector<std::uint32_t> ranks_;        ///< by node; before its component is ordered, the number in it
  std::vector<std::uint32_t> node_counts_;  ///< by component; 0: it has no ranks
};

}  // namespace laundromat
