// Which bytes of a document a ledger wants to copy; bounded, however many places these are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// From `begin` up to and without `end`, from the start of the document.
struct stretch {
  std::uint64_t begin = 0, end = 0;

  friend bool operator==(const stretch&, const stretch&) = default;
};

/// Collects stretches in any order. When there are more than `most`, near neighbours become one that holds the bytes between them,
/// too: then more is copied than was asked for, and never less.
class stretch_list {
 public:
  static constexpr std::size_t default_most = 1 << 18;

  explicit stretch_list(std::size_t most = default_most) : most_(most) {}

  void add(stretch wanted);
  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  /// In order, none touching another. The list is spent.
  [[nodiscard]] std::vector<stretch> finish();

 private:
  void join(std::uint64_t gap_bytes);

  std::size_t most_;
  std::vector<stretch> all_;
};

}  // namespace laundromat
