// Looking for the next byte that matters, sixteen at a time where the machine can.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
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
/// The same; `is_ascii` becomes false when there may be bytes above ASCII before the stop.
[[nodiscard]] inline const char* find_string_stop(const char* at, const char* end, char quote,
                                                  bool& is_ascii) {
#if defined(__SSE2__)
  const auto a = _mm_set1_epi8(quote), b = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1F);
  const auto find = [&](__m128i bytes) {
    const auto ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, a), _mm_cmpeq_epi8(bytes, b));
    const auto hit = _mm_or_si128(ends, _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
    return static_cast<unsigned>(_mm_movemask_epi8(hit));
  };
  for (; at < end; at += 32) {
    const auto low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16));
    const auto stops = find(low) | find(high) << 16;
    const auto highs =
        static_cast<unsigned>(_mm_movemask_epi8(low)) | static_cast<unsigned>(_mm_movemask_epi8(high)) << 16;
    is_ascii = is_ascii && (highs & (stops ^ (stops - 1))) == 0;
    if (stops != 0) return std::min(at + std::countr_zero(stops), end);
  }
  return end;
#else
  is_ascii = false;
  return find_string_stop(at, end, quote);
#endif
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

/// How many bytes `find_short_name_end` looks at.
constexpr std::ptrdiff_t short_name_bytes = 64;

#if defined(__SSE2__)
/// A mask of the bytes that are no ASCII letters, digits, `_`, `-` or `:`; those of `:` go to `colons`.
[[nodiscard]] inline unsigned find_no_name(const char* sixteen, unsigned& colons) {
  const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen));
  const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  // Bytes above ASCII are negative, so they are below every range.
  const auto is_between = [](__m128i value, char low, char high) {
    return _mm_and_si128(_mm_cmpgt_epi8(value, _mm_set1_epi8(static_cast<char>(low - 1))),
                         _mm_cmplt_epi8(value, _mm_set1_epi8(static_cast<char>(high + 1))));
  };
  const auto letters = is_between(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
  const auto marks = _mm_or_si128(is('_'), is('-'));
  const auto name = _mm_or_si128(_mm_or_si128(letters, is_between(bytes, '0', ':')), marks);
  colons = static_cast<unsigned>(_mm_movemask_epi8(is(':')));
  return static_cast<unsigned>(_mm_movemask_epi8(name)) ^ 0xFFFFu;
}
#endif

/// Where a run of ASCII letters, digits, `_`, `-` and `:` ends, and the first colon in it, or null. Null when the run is longer than
/// `short_name_bytes`.
[[nodiscard]] inline const char* find_short_name_end(const char* at, const char*& colon) {
  colon = nullptr;
  const char* const limit = at + short_name_bytes;
#if defined(__SSE2__)
  for (; at < limit; at += 16) {
    unsigned colons = 0;
    const auto others = find_no_name(at, colons);
    if (others != 0) colons &= others ^ (others - 1);
    if (colon == nullptr && colons != 0) colon = at + std::countr_zero(colons);
    if (others != 0) return at + std::countr_zero(others);
  }
  return nullptr;
#else
  const auto is_in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= ':') || c == '_' || c == '-';
  };
  for (; at < limit && is_in_name(*at); ++at)
    if (*at == ':' && colon == nullptr) colon = at;
  return at == limit ? nullptr : at;
#endif
}

/// Counts the lines of a span that end with LF or CRLF; false, with nothing changed, when a CR without LF is in it. `last` is set behind the
/// last LF, if there is one.
[[nodiscard]] inline bool count_lines(const char* at, const char* end, std::uint64_t& lines,
                                      const char*& last) {
  if (at == end) return true;
  if (end[-1] == '\r') return false;
  std::uint64_t count = 0;
  const char* const begin = at;
#if defined(__SSE2__)
  const auto lf = _mm_set1_epi8('\n'), cr = _mm_set1_epi8('\r'), zero = _mm_setzero_si128();
  auto lone = zero, sums = zero;
  const auto load = [](const char* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  while (end - at >= 16) {
    auto found = zero;
    const char* const block_end = at + std::min<std::ptrdiff_t>(end - at, std::ptrdiff_t{255} * 16) / 16 * 16;
    for (; at < block_end; at += 16) {
      const auto bytes = load(at);
      found = _mm_sub_epi8(found, _mm_cmpeq_epi8(bytes, lf));
      const auto crs = _mm_cmpeq_epi8(bytes, cr);
      if (_mm_movemask_epi8(crs) != 0)
        lone = _mm_or_si128(lone, _mm_andnot_si128(_mm_cmpeq_epi8(load(at + 1), lf), crs));
    }
    sums = _mm_add_epi64(sums, _mm_sad_epu8(found, zero));
  }
  if (_mm_movemask_epi8(lone) != 0) return false;
  std::uint64_t halves[2];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(halves), sums);
  count = halves[0] + halves[1];
#endif
  for (; at < end; ++at) {
    if (*at == '\r' && at[1] != '\n') return false;
    count += *at == '\n' ? 1 : 0;
  }
  lines += count;
  if (count == 0) return true;
  while (end > begin && end[-1] != '\n') --end;
  last = end;
  return true;
}

}  // namespace laundromat::turtle
