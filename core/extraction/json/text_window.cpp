// Implements text_window.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/text_window.hpp"

#include <algorithm>
#include <iterator>

namespace laundromat {

void text_window::move(text_position& position, std::uint64_t to) {
  counted_bytes_ += to - position.offset_bytes;
  position.advance(slice(position.offset_bytes, to));
}

/// The last mark that is not behind `offset`.
const text_position& text_window::mark_before(std::uint64_t offset) {
  while (marks_.back().offset_bytes + mark_bytes <= offset) {
    auto next = marks_.back();
    move(next, next.offset_bytes + mark_bytes);
    marks_.push_back(next);
  }
  return *std::prev(std::ranges::upper_bound(marks_, offset, {}, &text_position::offset_bytes));
}

void text_window::drop(std::uint64_t offset) {
  if (offset <= begin_) return;
  const auto first = locate(offset);
  const auto behind = std::ranges::upper_bound(marks_, offset, {}, &text_position::offset_bytes);
  *marks_.erase(marks_.begin(), std::prev(behind)) = first;
  if (next_.offset_bytes < offset) next_ = first;
  bytes_.erase(0, static_cast<std::size_t>(offset - begin_));
  begin_ = offset;
}

text_position text_window::locate_next(std::uint64_t offset) {
  if (offset < next_.offset_bytes) next_ = mark_before(offset);
  move(next_, offset);
  return next_;
}

text_position text_window::locate(std::uint64_t offset) {
  const auto& mark = mark_before(offset);
  if (located_.offset_bytes > offset || located_.offset_bytes < mark.offset_bytes) located_ = mark;
  move(located_, offset);
  return located_;
}

}  // namespace laundromat
