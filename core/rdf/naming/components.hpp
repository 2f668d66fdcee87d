// The components of stored statements: those connected by blank nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rdf/naming/held_statements.hpp"

namespace laundromat {

/// Memory: 12 bytes a statement, 8 a node.
class components {
 public:
  explicit components(const held_statements& held);

  [[nodiscard]] std::size_t count() const { return starts_.size() - 1; }
  /// The numbers of the statements of component `i`, in increasing order; components come in the order of their first statements.
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t i) const {
    return std::span(numbers_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<std::uint32_t> starts_{0}, numbers_;
};

}  // namespace laundromat
