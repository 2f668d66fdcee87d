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

  /// Numbers up to `count - 1`, each in a set of its own.
  explicit node_sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), node{0});
  }
  /// Adds numbers up to `count - 1`, each in a set of its own.
  void grow(std::size_t count) {
    while (parents_.size() < count) parents_.push_back(static_cast<node>(parents_.size()));
  }
  /// Numbers up to `count - 1` that are in no set; they enter one by `isolate`.
  void assign_without_sets(std::size_t count) { parents_.assign(count, none); }
  [[nodiscard]] bool has(node n) const { return parents_[n] != none; }
  /// Puts a number of which no other set knows into a set of its own.
  void isolate(node n) { parents_[n] = n; }
  /// The number is in no set any more; all others of its set have to be removed, too.
  void remove(node n) { parents_[n] = none; }

  [[nodiscard]] std::size_t size() const { return parents_.size(); }
  [[nodiscard]] node find(node n) {
    while (parents_[n] != n) n = parents_[n] = parents_[parents_[n]];
    return n;
  }
  void unite(node one, node other) { parents_[find(one)] = find(other); }

 private:
  static constexpr node none = ~node{0};

  std::vector<node> parents_;
};

}  // namespace laundromat
