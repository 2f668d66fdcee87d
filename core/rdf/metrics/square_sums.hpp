// Sums of the squares of degrees, for their deviation, in memory that does not grow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// Adds each count to one of many cells, with a sign; cell and sign are the key's. The squares of the cells sum up to those of the counts,
/// as what shares a cell cancels out on average. Does not depend on the order of what is added.
/// Memory: 1 MiB.
/// Source: Charikar, Chen and Farach-Colton 2002; Thorup and Zhang 2004 for the error.
class square_sums {
 public:
  static constexpr std::size_t cells = std::size_t{1} << 16;
  /// The standard error of a sum, as a share of it: sqrt(2 / cells).
  static constexpr double relative_error = 0.0055243;

  square_sums() : cells_(cells) {}

  /// `key` is even over all its bits from the eighth on.
  void add(std::uint64_t key, std::uint64_t in, std::uint64_t out) {
    __builtin_prefetch(&cells_[cell_of(key)], 1);
    waiting_[waits_++] = {key, in, out};
    if (waits_ == waiting_.size()) settle();
  }
  /// Makes the sums complete.
  void settle();

  /// After `settle`.
  [[nodiscard]] double of_in_degrees() const;
  [[nodiscard]] double of_degrees() const;

 private:
  struct addition {
    std::uint64_t key = 0, in = 0, out = 0;
  };
  struct cell {
    std::int64_t in = 0, both = 0;
  };
  [[nodiscard]] static std::size_t cell_of(std::uint64_t key) { return key >> 8 & (cells - 1); }

  std::vector<cell> cells_;
  std::array<addition, 32> waiting_{};  ///< so that their cells can be fetched together
  std::size_t waits_ = 0;
};

}  // namespace laundromat
