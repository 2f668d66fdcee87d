// Where a decoder is in the text that it hands on: offset, line, column.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// Moves over UTF-8 in pieces of any size. LF, CRLF and a lone CR each end a line; columns count characters.
struct text_place {
  std::uint64_t offset_bytes = 0;
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  bool after_cr = false;

  void advance(std::string_view text) {
    offset_bytes += text.size();
    for (const char c : text) {
      const bool belongs = c == '\n' && after_cr;
      after_cr = c == '\r';
      if (belongs) continue;
      if (c == '\n' || c == '\r') {
        ++line;
        column = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
        ++column;
      }
    }
  }
};

}  // namespace laundromat
