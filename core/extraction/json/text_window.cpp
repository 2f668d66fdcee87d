// Implements text_window: line ends are counted sixteen bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/text_window.hpp"

#include <algorithm>
#include <iterator>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

namespace {

/// Counts LF, CRLF and CR; `after_cr`: the byte before is a CR.
void count_lines(std::string_view text, std::uint64_t& line, bool& after_cr) {
  const char *at = text.data(), *end = at + text.size();
  const auto count = [&](char c) {
    if (c == '\r' || (c == '\n' && !after_cr)) ++line;
    after_cr = c == '\r';
  };
#if defined(__SSE2__)
  const auto feed = _mm_set1_epi8('\n'), carriage = _mm_set1_epi8('\r');
  for (; end - at >= 16; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    auto feeds = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, feed)));
    const auto carriages = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, carriage)));
    if (carriages != 0 || (after_cr && (feeds & 1u) != 0)) {
      std::for_each(at, at + 16, count);
      continue;
    }
    after_cr = false;
    for (; feeds != 0; feeds &= feeds - 1) ++line;
  }
#endif
  std::for_each(at, end, count);
}

}  // namespace

void text_window::move(text_position& position, std::uint64_t to) {
  const auto text = slice(position.offset_bytes, to);
  counted_bytes_ += text.size();
  const auto last = text.find_last_of("\n\r");
  count_lines(text, position.line, position.after_cr);
  if (last != text.npos) position.column = 1;
  position.column += count_characters(last == text.npos ? text : text.substr(last + 1));
  position.offset_bytes = to;
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
  if (lined_.offset_bytes < offset) lined_ = first;
  bytes_.erase(0, static_cast<std::size_t>(offset - begin_));
  begin_ = offset;
}

std::uint64_t text_window::line_of(std::uint64_t offset) {
  if (offset < lined_.offset_bytes) lined_ = mark_before(offset);
  counted_bytes_ += offset - lined_.offset_bytes;
  count_lines(slice(lined_.offset_bytes, offset), lined_.line, lined_.after_cr);
  lined_.offset_bytes = offset;
  return lined_.line;
}

text_position text_window::locate(std::uint64_t offset) {
  const auto& mark = mark_before(offset);
  if (located_.offset_bytes > offset || located_.offset_bytes < mark.offset_bytes) located_ = mark;
  move(located_, offset);
  return located_;
}

}  // namespace laundromat
