// The greatest degrees of nodes, and the sums of the squares of all degrees, in constant memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// Each node is assigned to a cell by its key, and shares it with other nodes.
/// The squares: each count is added to the cell with a sign that depends on the key. Nodes of a cell cancel out on average, so that the squares
/// of the cells sum up to those of the counts (Charikar, Chen and Farach-Colton 2002; Thorup and Zhang 2004 for the error).
/// The greatest: a cell has one candidate node, the majority node if there is one, and an upper bound for all others
/// (Boyer and Moore 1981). The result depends only on what is added and in which order.
/// Memory: 64 bytes a cell.
class degree_sketch {
 public:
  /// A value that is reached, and one that no node exceeds.
  struct bounds {
    std::uint64_t reached = 0, most = 0;
  };

  /// `cells` is a power of two.
  explicit degree_sketch(std::size_t cells) : cells_(cells) {}

  /// Adds to the counts of a node; at least one is not 0. The bits of `key` from the eighth on must be uniform.
  void add(std::uint64_t key, std::uint64_t in, std::uint64_t out) {
    __builtin_prefetch(&cells_[cell_of(key)], 1);
    waiting_[waits_++] = {key, in, out};
    if (waits_ == waiting_.size()) flush();
  }
  /// Applies pending additions; call it before the functions below.
  void flush();

  [[nodiscard]] bounds greatest_in_degree() const;
  [[nodiscard]] bounds greatest_degree() const;
  [[nodiscard]] double squares_of_in_degrees() const;
  [[nodiscard]] double squares_of_degrees() const;
  /// The relative standard error of the sums of squares.
  [[nodiscard]] double error_of_squares() const;

 private:
  struct addition {
    std::uint64_t key = 0, in = 0, out = 0;
  };
  struct alignas(64) cell {
    std::int64_t signed_in = 0, signed_both = 0;
    std::uint64_t key = 0;          ///< of the candidate; 0: none yet
    std::uint64_t in = 0, out = 0;  ///< counted for it since it became the candidate
    std::uint64_t missed = 0;       ///< at most this many were counted for it before
    std::uint64_t votes = 0;  ///< of `total`, those of the candidate that are not cancelled by other nodes
    std::uint64_t total = 0;  ///< of all nodes

    void add(const addition& added);
    /// An upper bound for all nodes but the candidate: each of their counts is cancelled by one of another node.
    [[nodiscard]] std::uint64_t most_of_others() const { return (total - votes) / 2; }
    [[nodiscard]] std::uint64_t most_of_known() const { return most_of_others() + votes; }
  };
  [[nodiscard]] std::size_t cell_of(std::uint64_t key) const { return key >> 8 & (cells_.size() - 1); }

  std::vector<cell> cells_;
  std::array<addition, 32> waiting_{};  ///< pending, so that their cells can be prefetched together
  std::size_t waits_ = 0;
};

}  // namespace laundromat
