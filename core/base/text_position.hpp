// Where a reader or a decoder is in a text: offset, line, column.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// The number of characters in UTF-8 text: bytes that are not continuation bytes.
[[nodiscard]] std::uint64_t count_characters(std::string_view text);

/// Advances over text as it is consumed, in chunks of any size. LF, CRLF and a lone CR each end a line.
struct text_position {
  std::uint64_t offset_bytes = 0;
  std::uint64_t line = 1;
  std::uint64_t column = 1;  ///< in characters
  bool after_cr = false;     ///< the last byte was a CR, so a LF that follows belongs to it

  void advance(std::string_view text);
};

}  // namespace laundromat
