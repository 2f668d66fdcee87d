// Sorted lines in memory without what each shares with the one before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/page_pool.hpp"
#include "core/rdf/sort/line_cursor.hpp"

namespace laundromat {

/// Takes half the room of an arena, and is read from front to back.
/// ```
/// lines   ( u16 shared bytes, u16 bytes that follow, what follows )*
/// ```
/// A line for which one of the numbers is too large has zeros instead of them, and then both as u64. Memory: the lines, in pieces.
class packed_lines {
 public:
  /// `pieces` outlives the lines and who reads them.
  explicit packed_lines(piece_pool& pieces) : pool_(&pieces) {}

  /// Appends a line that shares `shared` bytes with the one before, but not all of its bytes.
  void add(const line_parts& line, std::size_t shared);
  /// All lines are there: what the last piece has left goes back.
  void shrink();
  /// Of memory that is taken, whether it is used or not.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  friend class packed_cursor;
  struct piece {
    piece_pool::piece text;
    std::size_t used;
  };

  piece_pool* pool_;
  std::vector<piece> pieces_;
  std::size_t left_ = 0;     ///< in the last piece
  std::size_t bytes_ = 512;  ///< with what holds the pieces and reads them
};

/// Reads them, and gives back each piece that was read.
[[nodiscard]] std::unique_ptr<line_cursor> open_packed(packed_lines lines);

}  // namespace laundromat
