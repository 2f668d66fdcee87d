// Disjoint sets of numbers: union and find.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace laundromat {

class node_sets {
 public:
  using node = std::uint32_t;

  explicit node_sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), node{0});
  }
  [[nodiscard]] node find(node n) {
    while (parents_[n] != n) n = parents_[n] = parents_[parents_[n]];
    return n;
  }
  void unite(node one, node other) { parents_[find(one)] = find(other); }

 private:
  std::vector<node> parents_;
};

}  // namespace laundromat
