// Counting of lines and columns, a line at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/position.hpp"

#include "core/rdf/model/utf8.hpp"

namespace laundromat {

void text_position::advance(std::string_view text) {
  if (text.empty()) return;
  offset_bytes += text.size();
  if (after_cr && text.front() == '\n') text.remove_prefix(1);
  after_cr = false;
  while (!text.empty()) {
    const auto end = text.find_first_of("\r\n");
    if (end == text.npos) {
      column += count_characters(text);
      return;
    }
    ++line;
    column = 1;
    const bool is_cr = text[end] == '\r';
    text.remove_prefix(end + 1);
    if (!is_cr) continue;
    if (text.empty()) {
      after_cr = true;
    } else if (text.front() == '\n') {
      text.remove_prefix(1);
    }
  }
}

}  // namespace laundromat
