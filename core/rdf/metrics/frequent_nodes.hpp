// The nodes of the highest degree, and how far their counts may be off.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// A table of counts that forgets the lower half of them whenever it is full, and remembers the greatest that it forgot: more than
/// `forgotten` no node that is not kept can have. The bound is at most `2 / most_nodes` of all that was counted (Misra and Gries 1982, as
/// batches). It depends on the order of what is added, and on nothing else.
/// Memory: 64 bytes for each of `most_nodes`, and 8 more while it forgets.
class frequent_nodes {
 public:
  struct node {
    std::uint64_t key = 0;          ///< 0: none
    std::uint64_t in = 0, out = 0;  ///< counted since it is kept
    std::uint64_t missed = 0;       ///< at most as many more were counted of both together, and forgotten
    [[nodiscard]] std::uint64_t most() const { return in + out + missed; }
  };

  /// `most_nodes` is a power of two, 64 or more.
  explicit frequent_nodes(std::size_t most_nodes) : most_nodes_(most_nodes), slots_(2 * most_nodes) {}

  /// Adds to the counts of a node.
  void add(std::uint64_t key, std::uint64_t in, std::uint64_t out) {
    __builtin_prefetch(&slots_[slot_of(key)], 1);
    waiting_[waits_++] = {key, in, out};
    if (waits_ == waiting_.size()) settle();
  }
  /// Makes `nodes` complete.
  void settle();

  /// After `settle`: the kept nodes, some of the elements are none.
  [[nodiscard]] const std::vector<node>& nodes() const { return slots_; }
  [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }

 private:
  struct addition {
    std::uint64_t key = 0, in = 0, out = 0;
  };
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const { return key >> 8 & (slots_.size() - 1); }
  node& find(std::uint64_t key);
  void forget();

  std::size_t most_nodes_, kept_ = 0;
  std::uint64_t forgotten_ = 0;
  std::vector<node> slots_;
  std::array<addition, 32> waiting_{};  ///< so that their slots can be fetched together
  std::size_t waits_ = 0;
};

}  // namespace laundromat
