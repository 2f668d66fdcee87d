// The characters of JSON texts, and quick ways through them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/rdf/model/white_space.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat::jsonld {

/// U+FEFF in UTF-8.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// What ends a number or a bare word, besides space: the structural characters of RFC 8259 section 2, and the quote.
[[nodiscard]] inline bool is_json_delimiter(char c) {
  return c == ',' || c == ':' || c == ']' || c == '}' || c == '[' || c == '{' || c == '"';
}

/// What may follow a string.
[[nodiscard]] inline bool is_behind_string(char c) {
  return c == ',' || c == ':' || c == ']' || c == '}';
}

/// Whether a text is white space only; the empty one is.
[[nodiscard]] inline bool is_blank(std::string_view text) {
  return std::ranges::all_of(text, is_white_space);
}

/// Whether a text ends with a bracket that closes where a value is expected, or right behind the one that opens.
[[nodiscard]] inline bool ends_in_empty_place(std::string_view text) {
  const auto bracket = text.find_last_not_of(" \t\r\n");
  if (bracket == text.npos || bracket == 0 || (text[bracket] != ']' && text[bracket] != '}')) return false;
  const auto before = text.find_last_not_of(" \t\r\n", bracket - 1);
  return before != text.npos && std::string_view(",:[{").find(text[before]) != std::string_view::npos;
}

/// Whether a member follows an object within another: with a brace too many behind the text, that one may have closed too early.
[[nodiscard]] inline bool has_member_behind_brace(std::string_view text) {
  for (auto brace = text.find('}'); brace != text.npos; brace = text.find('}', brace + 1)) {
    const auto comma = text.find_first_not_of(" \t\r\n", brace + 1);
    if (comma == text.npos || text[comma] != ',') continue;
    const auto quote = text.find_first_not_of(" \t\r\n", comma + 1);
    if (quote != text.npos && text[quote] == '"') return true;
  }
  return false;
}

/// The beginning of UTF-8 text, of at most `most` bytes, without the part of a character.
[[nodiscard]] inline std::string_view cut_text(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0u) == 0x80u) --most;
  return text.substr(0, most);
}

/// The first byte of [at, end) that ends or interrupts a string: the quote, a backslash, a control. Sets `is_ascii` to false when a
/// byte before it is beyond ASCII.
[[nodiscard]] inline const char* find_string_end(const char* at, const char* end, char quote,
                                                 bool& is_ascii) {
#if defined(__SSE2__)
  const auto quotes = _mm_set1_epi8(quote), slashes = _mm_set1_epi8('\\'), controls = _mm_set1_epi8(0x1F);
  for (; end - at >= 16; at += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto stop =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, slashes)),
                     _mm_cmpeq_epi8(_mm_min_epu8(bytes, controls), bytes));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (const auto mask = static_cast<unsigned>(_mm_movemask_epi8(stop)); mask != 0) {
      const auto first = std::countr_zero(mask);
      if ((high & ((1u << first) - 1)) != 0) is_ascii = false;
      return at + first;
    }
    if (high != 0) is_ascii = false;
  }
#endif
  for (; at != end; ++at) {
    const auto c = static_cast<unsigned char>(*at);
    if (*at == quote || c == '\\' || c < 0x20) return at;
    if (c >= 0x80) is_ascii = false;
  }
  return end;
}

/// Whether a string that shows no end on its line may be a text that goes on with JSON on the next ones: a value begins there, and the
/// line does not end as one that only lost a quote. `is_member`: the string is the value of a key.
[[nodiscard]] inline bool may_quote_json(std::string_view line, std::string_view behind, bool is_member) {
  while (!line.empty() && is_white_space(line.back())) line.remove_suffix(1);
  const auto next = behind.find_first_not_of(" \t\r\n");
  if (next == behind.npos || (behind[next] != '{' && behind[next] != '[')) return false;
  return line.empty() || (line.back() != '}' && line.back() != ']' && (line.back() != ',' || is_member));
}

/// How far ahead the end of such a text is looked for.
constexpr std::size_t longest_quoted_json = std::size_t{64} << 10;

/// The first quote of the first line that has an odd number of them, or `npos`: there a text ends that holds whole lines of JSON. `from` is
/// where a line begins, and becomes the beginning of the last one that was looked at. `is_whole`: the last line is whole.
[[nodiscard]] inline std::size_t find_odd_line(std::string_view text, std::size_t& from, bool is_whole) {
  auto first = text.npos;
  bool is_odd = false;
  for (auto at = from;; ++at) {
    const bool is_end = at >= text.size();
    if (is_end || text[at] == '\n' || text[at] == '\r') {
      if (is_end && !is_whole) return text.npos;
      if (is_odd || is_end) return is_odd ? first : text.npos;
      from = at + 1;
      first = text.npos;
    } else if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      first = std::min(first, at);
      is_odd = !is_odd;
    }
  }
}

}  // namespace laundromat::jsonld
