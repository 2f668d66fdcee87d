// Colours of blank nodes: numbers that depend on a node's connections, and not on its label.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// Colour refinement. An isomorphism maps each blank node to one of the same colour, after any number of rounds. So datasets with
/// different colours are different, and where every node has a unique colour there is at most one candidate mapping. Nodes of the same
/// colour may still differ. Collisions of the 64-bit hashes only make more nodes have the same colour.
///
/// For the datasets of this folder, which are compared: colours are summed anew in each round. `node_colours` in core/rdf/naming refines the
/// compact statements of one component, within a budget of steps, where every document that is washed needs names.
class colouring {
 public:
  explicit colouring(const dataset& data);

  /// One round: combines the colour of every node with those of its neighbours.
  void refine();
  /// The number of different colours.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t blank_count() const { return blanks_.size(); }
  /// The cost of a round: mentions of blank nodes in quads.
  [[nodiscard]] std::size_t round_steps() const { return mentions_.size(); }
  /// The colours of all blank nodes, in increasing order.
  [[nodiscard]] std::vector<std::uint64_t> sorted() const;
  [[nodiscard]] std::uint64_t colour_of(dataset::term_id blank) const { return colours_[blank]; }
  [[nodiscard]] const std::vector<dataset::term_id>& blanks() const { return blanks_; }

 private:
  struct mention {
    dataset::term_id blank;
    std::uint32_t quad;
  };

  const dataset& data_;
  std::vector<dataset::term_id> blanks_;
  std::vector<mention> mentions_;       ///< each blank node of each quad once
  std::vector<std::uint64_t> colours_;  ///< by term; that of other terms never changes
  std::vector<std::uint64_t> sums_;     ///< by term, during a round
};

}  // namespace laundromat
