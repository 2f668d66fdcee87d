// Counts lines and columns, sixteen bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_position.hpp"

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

std::uint64_t count_characters(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

void text_position::advance(std::string_view text) {
  const auto count = [&](char c) {
    const bool is_pair = c == '\n' && after_cr;
    after_cr = c == '\r';
    if (is_pair) return;
    if (c == '\n' || c == '\r') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
      ++column;
    }
  };
  const char *next = text.data(), *end = next + text.size();
#if defined(__SSE2__)
  const auto feed = _mm_set1_epi8('\n'), carriage = _mm_set1_epi8('\r');
  const auto last_inner = _mm_set1_epi8(static_cast<char>(0xBF)), one = _mm_set1_epi8(1);
  auto characters = _mm_setzero_si128();  // since the last line end or odd block, in two sums
  const auto add_characters = [&] {
    column += static_cast<std::uint64_t>(_mm_cvtsi128_si64(characters)) +
              static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(characters, characters)));
    characters = _mm_setzero_si128();
  };
  for (; end - next >= 16; next += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(next));
    auto feeds = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, feed)));
    const auto carriages = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, carriage)));
    if (carriages != 0 || after_cr) {
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
    line += static_cast<std::uint64_t>(std::popcount(feeds));
    column = 1 + static_cast<std::uint64_t>(
                     std::popcount(static_cast<unsigned>(_mm_movemask_epi8(begins)) >> behind));
  }
  add_characters();
#endif
  std::for_each(next, end, count);
  offset_bytes += text.size();
}

}  // namespace laundromat
