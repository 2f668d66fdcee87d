// Which bytes of a document a ledger wants to copy; bounded, however many places these are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// From `begin` up to and without `end`, from the start of the document.
struct span {
  std::uint64_t begin = 0, end = 0;

  friend bool operator==(const span&, const span&) = default;
};

/// Collects spans in any order. When there are more than `most`, near neighbours become one that holds the bytes between them,
/// too: then more is copied than was asked for, and never less.
class span_list {
 public:
  static constexpr std::size_t default_most = 1 << 18;

  explicit span_list(std::size_t most = default_most) : most_(most) {}

  void add(span wanted);
  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  /// In order, none touching another. The list is spent.
  [[nodiscard]] std::vector<span> finish();

 private:
  void join(std::uint64_t gap_bytes);

  std::size_t most_;
  std::vector<span> all_;
};

}  // namespace laundromat
