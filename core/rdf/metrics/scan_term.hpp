// Finds the end of a term in a canonical line, and properties of the term: sixteen bytes at a time, in one pass.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

/// A scanned IRI or literal, without its delimiters.
struct scanned_term {
  const char* end = nullptr;    ///< at its `>` or closing quote; null when it is missing
  const char* local = nullptr;  ///< of an IRI: after its last `#` or `/`; null without
  bool has_escapes = false;     ///< of a literal: a backslash
  std::size_t extra_bytes = 0;  ///< bytes minus characters, with an escape counted as one character
};

namespace scan_term_parts {

/// A canonical IRI has only the escape `\uXXXX`.
inline constexpr std::size_t escape_beyond_one = 5;

/// The number of bytes minus one of the escape at `at`, up to `end`.
[[nodiscard]] inline std::ptrdiff_t bytes_beyond_one(const char* at, const char* end) {
  return std::min<std::ptrdiff_t>(end - at, end - at > 1 && at[1] == 'u' ? 6 : 2) - 1;
}

/// Whether the byte continues a UTF-8 sequence.
[[nodiscard]] inline bool is_continuation(char c) {
  return static_cast<signed char>(c) < -64;
}

#if defined(__SSE2__)
/// Sixteen bytes, and masks of the bytes with a property.
class block {
 public:
  explicit block(const char* at) : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))) {}
  [[nodiscard]] unsigned equal(char c) const { return bits(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c))); }
  [[nodiscard]] unsigned equal(char a, char b) const {
    return bits(
        _mm_or_si128(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(a)), _mm_cmpeq_epi8(bytes_, _mm_set1_epi8(b))));
  }
  /// How many of the chosen bytes are continuation bytes.
  [[nodiscard]] std::size_t continuations(unsigned chosen) const {
    if ((bits(bytes_) & chosen) == 0) return 0;
    return static_cast<std::size_t>(std::popcount(bits(_mm_cmplt_epi8(bytes_, _mm_set1_epi8(-64))) & chosen));
  }

 private:
  [[nodiscard]] static unsigned bits(__m128i mask) { return static_cast<unsigned>(_mm_movemask_epi8(mask)); }
  __m128i bytes_;
};

/// The bits below the lowest set one; all sixteen when none is set.
[[nodiscard]] inline unsigned before_first(unsigned bits) {
  return bits == 0 ? 0xFFFFU : (bits & (0U - bits)) - 1;
}
#endif

}  // namespace scan_term_parts

/// Scans from after a `<`.
[[nodiscard]] inline scanned_term scan_iri(const char* at, const char* end) {
  using namespace scan_term_parts;
  scanned_term found;
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const block bytes(at);
    const auto close = bytes.equal('>');
    const auto kept = before_first(close);
    if (const auto cuts = bytes.equal('/', '#') & kept; cuts != 0) found.local = at + std::bit_width(cuts);
    found.extra_bytes += bytes.continuations(kept);
    if (const auto escapes = bytes.equal('\\') & kept; escapes != 0)
      found.extra_bytes += escape_beyond_one * static_cast<std::size_t>(std::popcount(escapes));
    if (close == 0) continue;
    found.end = at + std::countr_zero(close);
    return found;
  }
#endif
  for (; at != end && *at != '>'; ++at) {
    if (*at == '/' || *at == '#') found.local = at + 1;
    found.extra_bytes += is_continuation(*at) ? 1 : 0;
    found.extra_bytes += *at == '\\' ? escape_beyond_one : 0;
  }
  if (at != end) found.end = at;
  return found;
}

/// Scans from after the opening quote of a literal.
[[nodiscard]] inline scanned_term scan_literal(const char* at, const char* end) {
  using namespace scan_term_parts;
  scanned_term found;
  while (at < end) {
#if defined(__SSE2__)
    if (end - at >= 16) {
      const block bytes(at);
      const auto stops = bytes.equal('"', '\\');
      found.extra_bytes += bytes.continuations(before_first(stops));
      at += stops == 0 ? 16 : std::countr_zero(stops);
      if (stops == 0) continue;
    }
#endif
    if (*at == '"') {
      found.end = at;
      return found;
    }
    found.extra_bytes += is_continuation(*at) ? 1 : 0;
    if (*at == '\\') {
      const auto beyond = bytes_beyond_one(at, end);
      found.has_escapes = true;
      found.extra_bytes += static_cast<std::size_t>(beyond);
      at += beyond;
    }
    ++at;
  }
  return found;
}

/// The number of characters of a term without its delimiters.
[[nodiscard]] inline std::uint64_t count_characters(std::string_view inside, const scanned_term& scanned) {
  return inside.size() - std::min(inside.size(), scanned.extra_bytes);
}

}  // namespace laundromat
