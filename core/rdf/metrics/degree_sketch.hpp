// The greatest degrees of nodes, and the sums of the squares of all degrees, in memory that does not grow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// Each node has a cell, chosen by its key, which it shares with others.
/// The squares: each count is added to the cell with a sign that is the key's; what shares a cell cancels out on average, so that the squares
/// of the cells sum up to those of the counts (Charikar, Chen and Farach-Colton 2002; Thorup and Zhang 2004 for the error).
/// The greatest: a cell knows one of its nodes, the one with the majority if there is one, and how much the others can have at most
/// (Boyer and Moore 1981). What is known depends on the order of what is added, and on nothing else.
/// Memory: 64 bytes a cell.
class degree_sketch {
 public:
  /// What is reached for sure, and what none exceeds.
  struct bounds {
    std::uint64_t reached = 0, most = 0;
  };

  /// `cells` is a power of two.
  explicit degree_sketch(std::size_t cells) : cells_(cells) {}

  /// Adds to the counts of a node, one of which is not 0. `key` is even over all its bits from the eighth on.
  void add(std::uint64_t key, std::uint64_t in, std::uint64_t out) {
    __builtin_prefetch(&cells_[cell_of(key)], 1);
    waiting_[waits_++] = {key, in, out};
    if (waits_ == waiting_.size()) settle();
  }
  /// Makes what follows complete.
  void settle();

  [[nodiscard]] bounds greatest_in_degree() const;
  [[nodiscard]] bounds greatest_degree() const;
  [[nodiscard]] double squares_of_in_degrees() const;
  [[nodiscard]] double squares_of_degrees() const;
  /// The standard error of the sums of squares, as a share of them.
  [[nodiscard]] double error_of_squares() const;

 private:
  struct addition {
    std::uint64_t key = 0, in = 0, out = 0;
  };
  struct alignas(64) cell {
    std::int64_t signed_in = 0, signed_both = 0;
    std::uint64_t key = 0;          ///< of the node that is known; 0: none yet
    std::uint64_t in = 0, out = 0;  ///< counted of it since it is known
    std::uint64_t missed = 0;       ///< at most as many were counted of it before
    std::uint64_t votes = 0;        ///< of `total`, those of the known node that no other outweighs
    std::uint64_t total = 0;        ///< of all nodes

    void add(const addition& added);
    /// No node but the known one has more: each of its counts is outweighed by one of another node.
    [[nodiscard]] std::uint64_t most_of_others() const { return (total - votes) / 2; }
    [[nodiscard]] std::uint64_t most_of_known() const { return most_of_others() + votes; }
  };
  [[nodiscard]] std::size_t cell_of(std::uint64_t key) const { return key >> 8 & (cells_.size() - 1); }

  std::vector<cell> cells_;
  std::array<addition, 32> waiting_{};  ///< so that their cells can be fetched together
  std::size_t waits_ = 0;
};

}  // namespace laundromat
