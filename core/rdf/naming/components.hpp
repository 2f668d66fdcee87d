// The components of a dataset: quads that hang together by the blank nodes they mention.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// Quads that mention a blank node, by component. Memory: 12 bytes a quad, 4 a term.
class components {
 public:
  explicit components(const dataset& data);

  [[nodiscard]] std::size_t count() const { return starts_.size() - 1; }
  /// The numbers of the quads of component `i`, in rising order; components come in the order of their first quads.
  [[nodiscard]] std::span<const std::uint32_t> quads_of(std::size_t i) const {
    return std::span(quads_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<std::uint32_t> starts_{0}, quads_;
};

}  // namespace laundromat
