// The classes of odd characters, and the check for NFC.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/odd_character.hpp"

#include <uninorm.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr bool is_non_character(char32_t code) {
  return (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
}

/// The first bytes of odd characters: controls, and the lead bytes of U+F000 and above.
constexpr auto may_be_odd = [] {
  std::array<bool, 256> all{};
  for (unsigned c = 0; c < 0x20; ++c) all[c] = c != '\t' && c != '\n' && c != '\r';
  for (unsigned c = 0xEF; c <= 0xF4; ++c) all[c] = true;
  return all;
}();

/// Advances from `i` over blocks of sixteen bytes without such bytes.
std::size_t skip_usual([[maybe_unused]] std::string_view text, std::size_t i) {
#if defined(__SSE2__)
  for (; i + 16 <= text.size(); i += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + i));
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const auto low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    const auto high = _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(static_cast<char>(0xEF))), bytes);
    const auto space = _mm_or_si128(is('\t'), _mm_or_si128(is('\n'), is('\r')));
    const auto odd = _mm_movemask_epi8(_mm_or_si128(high, _mm_andnot_si128(space, low)));
    if (odd != 0) return i + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(odd)));
  }
#endif
  return i;
}

constexpr bool is_unicode_white_space(char32_t code) {
  return code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
         code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

struct code_range {
  char32_t first, last;
};

// Ranges whose characters do not change under NFC, whatever characters of these ranges are before or after them.
constexpr code_range stable_ranges[] = {
    {0x80, 0x2FF},    {0x400, 0x482},   {0x48A, 0x52F},   {0x4E00, 0x9FFF},
    {0xAC00, 0xD7A3}, {0x3041, 0x3096}, {0x30A0, 0x30FF},
};

bool is_stable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      ++i;
      continue;
    }
    const auto step = next_utf8(text.substr(i));
    if (std::ranges::none_of(stable_ranges,
                             [&](code_range r) { return step.code >= r.first && step.code <= r.last; }))
      return false;
    i += step.length;
  }
  return true;
}

}  // namespace

std::size_t find_odd_character(std::string_view text) {
  for (std::size_t i = skip_usual(text, 0); i < text.size(); i = skip_usual(text, i + 1)) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!may_be_odd[byte]) continue;
    if (byte < 0x20 || is_non_character(next_utf8(text.substr(i)).code)) return i;
  }
  return text.npos;
}

iri_character_kind classify_iri_character(char32_t code) {
  using enum iri_character_kind;
  if (code < 0xA0) return illegal;
  if (is_unicode_white_space(code)) return white_space;
  if (code < 0x200E) return legal;
  if (code <= 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069))
    return illegal;
  if (code < 0xE000) return legal;
  if (code < 0xF900 || code >= 0xF0000) return is_non_character(code) ? illegal : in_query_only;
  if ((code >= 0xFFF0 && code <= 0xFFFF) || is_non_character(code)) return illegal;
  if (code >= 0xE0000 && code < 0xE1000) return illegal;
  return legal;
}

bool is_nfc(std::string_view text) {
  if (is_stable(text)) return true;
  std::array<std::uint8_t, 1024> buffer;
  auto length = buffer.size();
  const auto* from = reinterpret_cast<const std::uint8_t*>(text.data());
  auto* normal = u8_normalize(UNINORM_NFC, from, text.size(), buffer.data(), &length);
  if (normal == nullptr) return true;  // Out of memory: no defect is reported.
  const bool is_same = length == text.size() && std::memcmp(normal, from, length) == 0;
  if (normal != buffer.data()) std::free(normal);
  return is_same;
}

}  // namespace laundromat
