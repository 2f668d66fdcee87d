// Colours of blank nodes: numbers that follow from what a node is connected with, and never from its label.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// Colour refinement. An isomorphism maps each blank node to one of the same colour, after any number of rounds; so datasets with
/// different colours are different, and where every node has a colour of its own there is one candidate at most. Nodes of the same
/// colour may still differ. Hashes of 64 bits that collide make nodes look more alike, but never wrong.
class colouring {
 public:
  explicit colouring(const dataset& data);

  /// Lets every node look at its neighbours once.
  void refine();
  /// How many different colours there are.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t blank_count() const { return blanks_.size(); }
  /// What a round costs: mentions of blank nodes in quads.
  [[nodiscard]] std::size_t round_steps() const { return mentions_.size(); }
  /// The colours of all blank nodes, in rising order.
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
