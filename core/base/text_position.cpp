// Counts lines and columns, a line at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_position.hpp"

#include <algorithm>

namespace laundromat {

std::uint64_t count_characters(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

void text_position::advance(std::string_view text) {
  if (text.empty()) return;
  offset_bytes += text.size();
  if (after_cr && text.front() == '\n') text.remove_prefix(1);
  after_cr = false;
  std::size_t begin = 0, cr = text.find('\r'), lf = text.find('\n');
  for (auto end = std::min(cr, lf); end != text.npos; end = std::min(cr, lf)) {
    ++line;
    column = 1;
    begin = end + 1;
    if (end == cr) {
      after_cr = begin == text.size();
      if (lf == begin) ++begin;
      cr = text.find('\r', begin);
    }
    if (lf < begin) lf = text.find('\n', begin);
  }
  column += count_characters(text.substr(begin));
}

}  // namespace laundromat
