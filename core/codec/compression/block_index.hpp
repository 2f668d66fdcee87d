// The index of a file of sorted lines in blocks: where each block is, and how its first line begins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

struct block_entry {
  std::uint64_t compressed_offset = 0;  ///< from the start of the file
  std::uint64_t plain_offset = 0;       ///< from the start of the uncompressed text
  /// The shortest beginning of the block's first line that differs from the last line of the block before; at most
  /// `block_index::most_head_bytes`. Empty for the first block.
  std::string head;

  friend bool operator==(const block_entry&, const block_entry&) = default;
};

struct block_index {
  static constexpr std::size_t most_head_bytes = 256;

  std::vector<block_entry> blocks;
  std::uint64_t compressed_end = 0;  ///< where the last block ends in the file
  std::uint64_t plain_bytes = 0;     ///< of all blocks

  /// The first block that may contain a line with this prefix, if the lines are sorted by their bytes. 0 when there is no block.
  [[nodiscard]] std::size_t find_first(std::string_view prefix) const;
  /// Whether block `number`, which follows the first one that may, may also contain such a line.
  [[nodiscard]] bool may_go_on(std::size_t number, std::string_view prefix) const;

  friend bool operator==(const block_index&, const block_index&) = default;
};

/// The bytes of the index file. Numbers are little-endian.
/// ```
/// magic    "laundromat blocks", 0, version 1 (u8), 5 zero bytes
/// u64      compressed_end
/// u64      plain_bytes
/// u32      number of blocks
/// u32      CRC-32 of all other bytes of the file
/// entry    u64 compressed_offset, u64 plain_offset, u16 length of head, head       *
/// ```
[[nodiscard]] std::string to_bytes(const block_index& index);
/// Reads what `to_bytes` wrote. Errors: `archive_damaged` for other bytes, another version included, with the reason.
[[nodiscard]] result<block_index> parse_block_index(std::string_view bytes);

}  // namespace laundromat
