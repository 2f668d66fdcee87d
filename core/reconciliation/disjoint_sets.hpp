// Sets that are joined: which elements are the same, directly or through others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace laundromat {

/// Union find. The root of a set is its least element, so that the result does not depend on the order of the joins.
class disjoint_sets {
 public:
  explicit disjoint_sets(std::size_t elements) : parents_(elements) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  [[nodiscard]] std::uint32_t root_of(std::uint32_t element) {
    while (parents_[element] != element) element = parents_[element] = parents_[parents_[element]];
    return element;
  }
  void join(std::uint32_t one, std::uint32_t other) {
    one = root_of(one);
    other = root_of(other);
    if (one > other) std::swap(one, other);
    parents_[other] = one;
  }

 private:
  std::vector<std::uint32_t> parents_;
};

}  // namespace laundromat
