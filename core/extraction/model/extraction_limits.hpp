// Limits of what extractors read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

/// Limits of extraction; exceeding one skips the smallest unit.
struct extraction_limits {
  std::uint64_t record_bytes = std::uint64_t{16} << 20;  ///< of its text in the document
  std::uint32_t record_values = 1'000'000;
  std::uint32_t nesting = 512;
  /// Of documents that are read as a whole: HTML or YAML beyond `document_bytes` is skipped.
  std::uint64_t document_bytes = std::uint64_t{64} << 20;
  std::uint64_t excerpt_bytes = std::uint64_t{1} << 10;  ///< of `defect::before` and `after`
};

}  // namespace laundromat
