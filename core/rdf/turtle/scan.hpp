// Looking for the next byte that matters, sixteen at a time where the machine can.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// All functions may read up to `text_window::padding_bytes` beyond `end`, and return `end` when they find nothing.
namespace laundromat::turtle {

/// Finds the first byte that is one of two characters or not above `last_control`.
template <unsigned char last_control, char other = '\0'>
[[nodiscard]] inline const char* find_stop(const char* at, const char* end, char first, char second) {
#if defined(__SSE2__)
  const auto a = _mm_set1_epi8(first), b = _mm_set1_epi8(second), c = _mm_set1_epi8(other);
  const auto control = _mm_set1_epi8(static_cast<char>(last_control));
  for (; at < end; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    auto hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, a), _mm_cmpeq_epi8(bytes, b));
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
    if constexpr (other != '\0') hit = _mm_or_si128(hit, _mm_cmpeq_epi8(bytes, c));
    if (const auto mask = static_cast<unsigned>(_mm_movemask_epi8(hit)); mask != 0)
      return std::min(at + std::countr_zero(mask), end);
  }
  return end;
#else
  const auto stops = [&](char c) {
    return c == first || c == second || (other != '\0' && c == other) ||
           static_cast<unsigned char>(c) <= last_control;
  };
  while (at < end && !stops(*at)) ++at;
  return at;
#endif
}

/// In a string: its quote, a backslash, or a control character.
[[nodiscard]] inline const char* find_string_stop(const char* at, const char* end, char quote) {
  return find_stop<0x1F>(at, end, quote, '\\');
}
/// In an IRI: `>`, `<`, a backslash, a space or control character.
[[nodiscard]] inline const char* find_iri_stop(const char* at, const char* end) {
  return find_stop<0x20, '<'>(at, end, '>', '\\');
}
/// LF or CR.
[[nodiscard]] inline const char* find_line_end(const char* at, const char* end) {
#if defined(__SSE2__)
  const auto lf = _mm_set1_epi8('\n'), cr = _mm_set1_epi8('\r');
  for (; at < end; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, lf), _mm_cmpeq_epi8(bytes, cr));
    if (const auto mask = static_cast<unsigned>(_mm_movemask_epi8(hit)); mask != 0)
      return std::min(at + std::countr_zero(mask), end);
  }
  return end;
#else
  while (at < end && *at != '\n' && *at != '\r') ++at;
  return at;
#endif
}

}  // namespace laundromat::turtle
