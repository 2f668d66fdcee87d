// Copies text that needs no escape in a canonical line, and detects text that does: sixteen bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat::plain_copy {

/// Whether a byte is, or may begin, something that a canonical literal escapes: controls, `"`, `\`, U+007F, U+FFFE, U+FFFF.
[[nodiscard]] constexpr bool may_need_escape(unsigned char c) {
  return c < 0x20 || c == '"' || c == '\\' || c == 0x7F || c == 0xEF;
}
/// The same for a canonical IRI; `~` is included for speed.
[[nodiscard]] constexpr bool may_need_escape_in_iri(unsigned char c) {
  return may_need_escape(c) || c == ' ' || c == '<' || c == '>' || c == '^' || c == '`' ||
         (c >= '{' && c <= '~');
}

#if defined(__SSE2__)
template <bool is_iri>
[[nodiscard]] inline __m128i find_escapes(__m128i bytes) {
  const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const auto low = _mm_set1_epi8(is_iri ? 0x20 : 0x1F);
  auto found =
      _mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(bytes, low), bytes), _mm_or_si128(is('"'), is('\xEF')));
  if constexpr (is_iri) {
    const auto even = _mm_or_si128(bytes, _mm_set1_epi8(2));  // `<` becomes `>`, and the backslash `^`
    const auto pairs =
        _mm_or_si128(_mm_cmpeq_epi8(even, _mm_set1_epi8('>')), _mm_cmpeq_epi8(even, _mm_set1_epi8('^')));
    found = _mm_or_si128(_mm_or_si128(found, pairs),
                         _mm_or_si128(is('`'), _mm_cmpgt_epi8(bytes, _mm_set1_epi8('z'))));
  } else {
    found = _mm_or_si128(found, _mm_or_si128(is('\\'), is('\x7F')));
  }
  return found;
}
#endif

/// Copies `text` to `to` and returns the end of the copy; null when something in it may need an escape: the bytes at `to` are then
/// undefined. No byte beyond the text's length is read or written.
template <bool is_iri>
[[nodiscard]] inline char* copy(char* to, std::string_view text) {
  const auto* from = text.data();
  const auto n = text.size();
#if defined(__SSE2__)
  if (n >= 16) {
    auto found = _mm_setzero_si128();
    const auto take = [&](std::size_t at) {
      const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), bytes);
      found = _mm_or_si128(found, find_escapes<is_iri>(bytes));
    };
    for (std::size_t i = 0; i + 16 < n; i += 16) take(i);
    take(n - 16);
    return _mm_movemask_epi8(found) == 0 ? to + n : nullptr;
  }
#endif
  bool is_plain = true;
  for (std::size_t i = 0; i < n; ++i) {
    const auto c = static_cast<unsigned char>(from[i]);
    is_plain = is_plain && !(is_iri ? may_need_escape_in_iri(c) : may_need_escape(c));
    to[i] = from[i];
  }
  return is_plain ? to + n : nullptr;
}

}  // namespace laundromat::plain_copy
