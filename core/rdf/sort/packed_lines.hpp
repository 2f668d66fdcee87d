// Sorted lines in memory, each without the prefix that it shares with the line before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/page_pool.hpp"
#include "core/rdf/sort/line_cursor.hpp"

namespace laundromat {

/// Takes half the memory of an arena, and is read from front to back.
/// ```
/// lines   ( u16 shared bytes, u16 bytes that follow, the bytes )*
/// ```
/// A line for which one of the numbers is too large has zeros instead, followed by both as u64. Memory: the lines, in chunks.
class packed_lines {
 public:
  /// `chunks` outlives the lines and their cursors.
  explicit packed_lines(page_pool& chunks) : pool_(&chunks) {}

  /// Appends a line that shares `shared` bytes with the one before, but is not equal to it.
  void add(const line_parts& line, std::size_t shared);
  /// All lines are added: frees the rest of the last chunk.
  void shrink();
  /// Of allocated memory, used or not.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  friend class packed_cursor;
  struct chunk {
    page_pool::chunk text;
    std::size_t used;
  };

  page_pool* pool_;
  std::vector<chunk> chunks_;
  std::size_t left_ = 0;     ///< in the last chunk
  std::size_t bytes_ = 512;  ///< with the memory of its own and of its cursor
};

/// Reads the lines, and frees each chunk after it was read.
[[nodiscard]] std::unique_ptr<line_cursor> open_packed(packed_lines lines);

}  // namespace laundromat
