// The bytes of a document that a ledger copies, as a bounded list of spans.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// From `begin` up to but not including `end`, counted from the start of the document.
struct byte_span {
  std::uint64_t begin = 0, end = 0;

  friend bool operator==(const byte_span&, const byte_span&) = default;
};

/// Collects spans in any order. When there are more than `most`, near neighbours are joined, with the bytes between them:
/// then more is copied than was asked for, and never less.
class span_list {
 public:
  static constexpr std::size_t default_most = 1 << 18;

  explicit span_list(std::size_t most = default_most) : most_(most) {}

  void add(byte_span wanted);
  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  /// The spans in order, none touching another. The list is empty afterwards.
  [[nodiscard]] std::vector<byte_span> finish();

 private:
  void join(std::uint64_t gap_bytes);

  std::size_t most_;
  std::vector<byte_span> all_;
};

}  // namespace laundromat
