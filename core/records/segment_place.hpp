// The place of a small file in a segment, as the journal stores it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

/// Files of at most this size share a segment; a larger one has a file of its own.
inline constexpr std::uint64_t most_small_file_bytes = std::uint64_t{1} << 20;
/// A document of more uncompressed bytes has a file of its own, too, so that a small one can be read into memory.
inline constexpr std::uint64_t most_small_document_bytes = std::uint64_t{16} << 20;

/// Whether a clean document is stored in a segment, without index and metadata.
[[nodiscard]] constexpr bool is_small_document(std::uint64_t compressed_bytes, std::uint64_t plain_bytes) {
  return compressed_bytes <= most_small_file_bytes && plain_bytes <= most_small_document_bytes;
}

/// What the files in a segment are. Numbers are stored.
enum class segment_kind : std::uint8_t { clean = 1, ledger = 2, delta = 3, raw = 4, last = raw };

/// Bytes of one segment; a null place means that the file is not in a segment.
struct segment_place {
  std::uint32_t serial = 0;  ///< of the segment, from 1
  std::uint64_t offset_bytes = 0;
  std::uint64_t length_bytes = 0;

  [[nodiscard]] bool is_null() const { return serial == 0; }
  friend bool operator==(const segment_place&, const segment_place&) = default;
};

/// The end of what the journal names in the last segment of a kind; serial 0: there is no segment yet.
struct segment_end {
  std::uint32_t serial = 0;
  std::uint64_t bytes = 0;

  friend bool operator==(const segment_end&, const segment_end&) = default;
};

}  // namespace laundromat
