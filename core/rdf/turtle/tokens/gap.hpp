// Space and comments between tokens.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

/// The first byte behind space and comments.
struct gap {
  const char* end = nullptr;
  const char* line = nullptr;  ///< the start of the line of `end`, null when no line ends in the gap
  /// A byte order mark, or a part of a comment that is not UTF-8, which ends at `end`; else null.
  const char* odd = nullptr;
  bool in_comment = false;  ///< the text ends in a comment that may go on
};

/// Skips space and comments from `at`, within a comment if `in_comment`. Stops behind what is odd when `is_odd_reported`; then it must be
/// called again.
[[nodiscard]] gap skip_gap(const text_window& text, const char* at, bool in_comment, bool is_odd_reported);

/// Whether a line between two line ends has nothing on it but space; a comment is something.
[[nodiscard]] bool has_blank_line(std::string_view between);

/// The same, as a loop.
[[nodiscard, gnu::noinline]] inline const char* skip_long_space(const char* at, const char*& line) {
#if defined(__SSE2__)
  for (;;) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const auto ends = _mm_or_si128(is('\n'), is('\r'));
    const auto gaps = _mm_or_si128(_mm_or_si128(is(' '), is('\t')), ends);
    const auto others = ~static_cast<unsigned>(_mm_movemask_epi8(gaps));
    const auto before = static_cast<unsigned>(_mm_movemask_epi8(ends)) & (others ^ (others - 1));
    if (before != 0) line = at + std::bit_width(before);
    at += std::countr_zero(others);
    if ((others & 0xFFFFu) != 0) return at;
  }
#else
  for (; has_class(*at, is_gap); ++at)
    if (*at == '\n' || *at == '\r') line = at + 1;
  return at;
#endif
}

/// The first byte behind spaces and line ends. `line` is set to the start of its line when a line ended. At least 64 bytes may be read.
[[nodiscard, gnu::always_inline]] inline const char* skip_space(const char* at, const char*& line) {
  if (!has_class(*at, is_gap)) return at;
  if (*at == ' ' && !has_class(at[1], is_gap)) return at + 1;
  return skip_long_space(at, line);
}

}  // namespace laundromat::turtle
