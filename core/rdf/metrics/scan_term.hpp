// Where a term of a canonical line ends, and what lies in it: sixteen bytes at a time, each byte once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

/// The inside of an IRI or a literal.
struct scanned_term {
  const char* end = nullptr;    ///< at its `>` or closing quote; null when there is none
  const char* local = nullptr;  ///< of an IRI: behind its last `#` or `/`; null without
  bool has_escapes = false;     ///< a backslash
  bool is_ascii = true;
};

/// Scans from behind a `<`.
[[nodiscard]] inline scanned_term scan_iri(const char* at, const char* end) {
  scanned_term found;
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const auto bits = [](__m128i mask) { return static_cast<unsigned>(_mm_movemask_epi8(mask)); };
    const auto close = bits(is('>'));
    const auto kept = close == 0 ? 0xFFFFU : (close & (0U - close)) - 1;
    const auto cuts = bits(_mm_or_si128(is('/'), is('#'))) & kept;
    if (cuts != 0) found.local = at + std::bit_width(cuts);
    found.is_ascii = found.is_ascii && (bits(bytes) & kept) == 0;
    found.has_escapes = found.has_escapes || (bits(is('\\')) & kept) != 0;
    if (close != 0) {
      found.end = at + std::countr_zero(close);
      return found;
    }
  }
#endif
  for (; at != end && *at != '>'; ++at) {
    if (*at == '/' || *at == '#') found.local = at + 1;
    found.is_ascii = found.is_ascii && static_cast<signed char>(*at) >= 0;
    found.has_escapes = found.has_escapes || *at == '\\';
  }
  if (at != end) found.end = at;
  return found;
}

/// Scans from behind the opening quote of a literal.
[[nodiscard]] inline scanned_term scan_literal(const char* at, const char* end) {
  scanned_term found;
  while (at < end) {
#if defined(__SSE2__)
    if (end - at >= 16) {
      const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
      const auto stops = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(is('"'), is('\\'))));
      const auto kept = stops == 0 ? 0xFFFFU : (stops & (0U - stops)) - 1;
      found.is_ascii = found.is_ascii && (static_cast<unsigned>(_mm_movemask_epi8(bytes)) & kept) == 0;
      at += stops == 0 ? 16 : std::countr_zero(stops);
      if (stops == 0) continue;
    }
#endif
    if (*at == '"') {
      found.end = at;
      return found;
    }
    found.is_ascii = found.is_ascii && static_cast<signed char>(*at) >= 0;
    found.has_escapes = found.has_escapes || *at == '\\';
    at += *at == '\\' ? 2 : 1;
  }
  return found;
}

/// The characters of the inside of a term; an escape is one.
[[nodiscard]] inline std::uint64_t count_characters(std::string_view inside, const scanned_term& scanned) {
  if (scanned.is_ascii && !scanned.has_escapes) return inside.size();
  std::uint64_t characters = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    characters += static_cast<signed char>(inside[i]) >= -64 ? 1 : 0;
    if (inside[i] == '\\') i += i + 1 < inside.size() && inside[i + 1] == 'u' ? 5 : 1;
  }
  return characters;
}

}  // namespace laundromat
