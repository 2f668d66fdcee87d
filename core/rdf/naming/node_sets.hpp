// Disjoint sets of numbers: union and find.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace laundromat {

/// Memory: 4 bytes a number.
class node_sets {
 public:
  using node = std::uint32_t;

  explicit node_sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), node{0});
  }
  /// Adds numbers up to `count - 1`, each in a set of its own.
  void grow(std::size_t count) {
    while (parents_.size() < count) parents_.push_back(static_cast<node>(parents_.size()));
  }
  [[nodiscard]] std::size_t size() const { return parents_.size(); }
  [[nodiscard]] node find(node n) {
    while (parents_[n] != n) n = parents_[n] = parents_[parents_[n]];
    return n;
  }
  void unite(node one, node other) { parents_[find(one)] = find(other); }

 private:
  std::vector<node> parents_;
};

}  // namespace laundromat
