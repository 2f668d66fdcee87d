// The components of stored statements: those connected by blank nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rdf/naming/held_statements.hpp"

namespace laundromat {

/// The component of each node. Components are numbered in the order of their first nodes. Memory: 4 bytes a node, 8 while it is made; 9 a
/// component.
class components {
 public:
  using node = held_statements::node;
  using quad = held_statements::quad;

  explicit components(node_sets sets);

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::uint32_t of(node n) const { return of_[n]; }
  [[nodiscard]] std::uint32_t of(const quad& one) const;
  [[nodiscard]] std::size_t node_count() const { return of_.size(); }

 private:
  std::vector<std::uint32_t> of_;
  std::uint32_t count_ = 0;
};

/// The different statements of the components that are considered for names.
struct considered_statements {
  held_statements::quad_vector quads;
  std::vector<std::uint32_t> sizes;           ///< by component, all of them: how many different statements
  std::uint64_t largest = ~std::uint64_t{0};  ///< a component with more statements has none in `quads`
};

/// All components, or if `held.is_partial()` those of at most N statements, where N is the largest number for which these components have at
/// most `most` statements together. Ends adding to `held`. Time: the records are read once for each `most / 2` of them, and up to four times more.
/// Errors: those of the store.
[[nodiscard]] result<considered_statements> consider_statements(held_statements& held,
                                                                const components& parts, std::uint64_t most);

}  // namespace laundromat
