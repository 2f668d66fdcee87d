// Implements text_window: lines and characters are counted sixteen bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/text_window.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

namespace {

/// Moves a position behind a text. As `text_position::advance`, but fast for short lines, too.
void pass(text_position& at, std::string_view text) {
  const auto count = [&](char c) {
    const bool is_pair = c == '\n' && at.after_cr;
    at.after_cr = c == '\r';
    if (is_pair) return;
    if (c == '\n' || c == '\r') {
      ++at.line;
      at.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
      ++at.column;
    }
  };
  const char *next = text.data(), *end = next + text.size();
#if defined(__SSE2__)
  const auto feed = _mm_set1_epi8('\n'), carriage = _mm_set1_epi8('\r');
  const auto last_inner = _mm_set1_epi8(static_cast<char>(0xBF)), one = _mm_set1_epi8(1);
  auto characters = _mm_setzero_si128();  // since the last line end or odd block, in two sums
  const auto add_characters = [&] {
    at.column += static_cast<std::uint64_t>(_mm_cvtsi128_si64(characters)) +
                 static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(characters, characters)));
    characters = _mm_setzero_si128();
  };
  for (; end - next >= 16; next += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(next));
    auto feeds = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, feed)));
    const auto carriages = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, carriage)));
    if (carriages != 0 || at.after_cr) {
      add_characters();
      std::for_each(next, next + 16, count);
      continue;
    }
    // Every byte begins a character but 0x80 to 0xBF, which are the least ones as signed numbers.
    const auto begins = _mm_cmpgt_epi8(bytes, last_inner);
    if (feeds == 0) {
      characters = _mm_add_epi64(characters, _mm_sad_epu8(_mm_and_si128(begins, one), _mm_setzero_si128()));
      continue;
    }
    const auto behind = static_cast<unsigned>(std::bit_width(feeds));
    characters = _mm_setzero_si128();
    at.line += static_cast<std::uint64_t>(std::popcount(feeds));
    at.column = 1 + static_cast<std::uint64_t>(
                        std::popcount(static_cast<unsigned>(_mm_movemask_epi8(begins)) >> behind));
  }
  add_characters();
#endif
  std::for_each(next, end, count);
  at.offset_bytes += text.size();
}

}  // namespace

void text_window::move(text_position& position, std::uint64_t to) {
  counted_bytes_ += to - position.offset_bytes;
  pass(position, slice(position.offset_bytes, to));
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
