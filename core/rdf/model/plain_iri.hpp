// Whether an IRI is plain, so that it needs no further check: most are, hence inline and sixteen bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace laundromat {

namespace plain_iri {

inline constexpr std::uint8_t in_iri = 1, in_host = 2, is_hash = 4;

/// The classes: what RFC 3986 allows in an IRI but `%`, `[` and `]`; the letters, digits, `.`, `-` and `_` of a usual host; `#`.
inline constexpr auto classes = [] {
  std::array<std::uint8_t, 256> all{};
  for (const unsigned char c : std::string_view("!$&'()*+,/:;=?@~")) all[c] = in_iri;
  for (unsigned char c = 'a'; c <= 'z'; ++c) all[c] = all[c - 32U] = in_iri | in_host;
  for (unsigned char c = '0'; c <= '9'; ++c) all[c] = in_iri | in_host;
  for (const unsigned char c : std::string_view(".-_")) all[c] = in_iri | in_host;
  all['#'] = is_hash;
  return all;
}();

/// Whether all characters are of the class `in_iri`, except one `#` at most; a character at a time.
[[nodiscard]] inline bool has_usual_characters_scalar(std::string_view text) {
  int hashes = 0;
  for (const unsigned char c : text) {
    if ((classes[c] & (in_iri | is_hash)) == 0) return false;
    hashes += classes[c] >> 2;
  }
  return hashes <= 1;
}

#if defined(__SSE2__)
/// A mask of the bytes that are of no class; those of `#` go to `hashes`.
[[nodiscard]] inline unsigned find_unusual(const char* sixteen, unsigned& hashes) {
  const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen));
  const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const auto above = [&](char c) {
    return _mm_cmpgt_epi8(bytes, _mm_set1_epi8(c));
  };  // 0x80 and above: negative
  const auto angle = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(2)), _mm_set1_epi8('>'));
  const auto square = _mm_andnot_si128(above('^'), above('Z'));
  const auto curly = _mm_andnot_si128(is('~'), above('z'));
  const auto quotes = _mm_or_si128(_mm_or_si128(is('"'), is('`')), _mm_or_si128(is('%'), angle));
  const auto bad = _mm_or_si128(quotes, _mm_or_si128(square, curly));
  hashes = static_cast<unsigned>(_mm_movemask_epi8(is('#')));
  return static_cast<unsigned>(
      _mm_movemask_epi8(_mm_or_si128(bad, _mm_cmplt_epi8(bytes, _mm_set1_epi8('!')))));
}
#endif

/// The end of a host that begins at `i`, and whether it contains `--`, as in punycode.
struct host_end {
  std::size_t at;
  bool has_dashes;
};

[[nodiscard]] inline host_end find_host_end_scalar(std::string_view iri, std::size_t i) {
  bool has_dashes = false;
  for (; i < iri.size() && (classes[static_cast<unsigned char>(iri[i])] & in_host) != 0; ++i)
    has_dashes = has_dashes || (iri[i] == '-' && iri[i - 1] == '-');
  return {i, has_dashes};
}

[[nodiscard]] inline host_end find_host_end(std::string_view iri, std::size_t i) {
#if defined(__SSE2__)
  for (; i + 16 <= iri.size(); i += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(iri.data() + i));
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const auto between = [](__m128i b, char low, char high) {
      return _mm_and_si128(_mm_cmpgt_epi8(b, _mm_set1_epi8(static_cast<char>(low - 1))),
                           _mm_cmplt_epi8(b, _mm_set1_epi8(static_cast<char>(high + 1))));
    };
    const auto letter = between(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
    const auto digit = _mm_andnot_si128(is('/'), between(bytes, '-', '9'));
    const auto host = _mm_or_si128(_mm_or_si128(letter, digit), is('_'));
    const auto dashes = static_cast<unsigned>(_mm_movemask_epi8(is('-')));
    const auto others = ~static_cast<unsigned>(_mm_movemask_epi8(host)) & 0xFFFFU;
    // A dash at either end of a block may be next to one in the neighbouring block.
    if ((dashes & (dashes << 1)) != 0 || (dashes & 0x8000U) != 0) return find_host_end_scalar(iri, i);
    if (others != 0) return {i + static_cast<std::size_t>(std::countr_zero(others)), false};
  }
#endif
  return find_host_end_scalar(iri, i);
}

/// The length of `file:///`, or of `urn:` without an authority: only the characters after it are checked. Otherwise 0.
[[nodiscard]] inline std::size_t head_without_host(std::string_view iri) {
  if (iri.starts_with("file:///")) return 8;
  return iri.starts_with("urn:") && !iri.substr(4).starts_with('/') ? 4 : 0;
}

/// The length of `http://` or `https://` with the host, or of a head without a host; 0 when it is unusual: with a
/// port, a user, another scheme, a host as short as `http` or `www`, a `--` as in punycode.
[[nodiscard]] inline std::size_t usual_head(std::string_view iri) {
  if (iri.size() < 8 || std::memcmp(iri.data(), "http", 4) != 0) return head_without_host(iri);
  const std::size_t scheme = iri[4] == 's' ? 5 : 4;
  if (std::memcmp(iri.data() + scheme, "://", 3) != 0) return 0;
  const auto begin = scheme + 3;
  const auto [end, has_dashes] = find_host_end(iri, begin);
  if (end == begin || has_dashes) return 0;
  if (end < iri.size() && iri[end] != '/' && iri[end] != '#' && iri[end] != '?') return 0;
  const auto length = end - begin;
  if (length >= 3 && length <= 5 && std::memchr(iri.data() + begin, '.', length) == nullptr) return 0;
  return end;
}

/// The same with vector instructions, where available.
[[nodiscard]] inline bool has_usual_characters(std::string_view text) {
#if defined(__SSE2__)
  if (text.size() < 16) return has_usual_characters_scalar(text);
  bool has_hash = false;
  const auto is_second = [&](unsigned hashes) {
    const bool answer = hashes != 0 && (has_hash || (hashes & (hashes - 1)) != 0);
    has_hash = has_hash || hashes != 0;
    return answer;
  };
  unsigned hashes = 0;
  std::size_t i = 0;
  for (; i + 16 <= text.size(); i += 16)
    if (find_unusual(text.data() + i, hashes) != 0 || is_second(hashes)) return false;
  if (i == text.size()) return true;
  return find_unusual(text.data() + text.size() - 16, hashes) == 0 &&
         !is_second(hashes >> (i + 16 - text.size()));
#else
  return has_usual_characters_scalar(text);
#endif
}

/// The end of the usual characters that begin at `at`, when it is before `end`; null otherwise, and when they contain two `#`. At least
/// 16 bytes after `end` must be readable.
[[nodiscard]] inline const char* find_end(const char* at, const char* end) {
#if defined(__SSE2__)
  bool has_hash = false;
  for (; at < end; at += 16) {
    unsigned hashes = 0;
    const auto others = find_unusual(at, hashes);
    hashes &= others ^ (others - 1);
    if (hashes != 0 && (has_hash || (hashes & (hashes - 1)) != 0)) return nullptr;
    has_hash = has_hash || hashes != 0;
    if (others == 0) continue;
    at += std::countr_zero(others);
    return at < end ? at : nullptr;
  }
#else
  for (int hashes = 0; at < end && hashes <= 1; ++at) {
    const auto kind = classes[static_cast<unsigned char>(*at)];
    if ((kind & (in_iri | is_hash)) == 0) return at;
    hashes += kind >> 2;
  }
#endif
  return nullptr;
}

}  // namespace plain_iri

/// Whether `iri` certainly has no defect that `term_checker::check_iri` finds, so that it need not be called: ASCII that RFC 3986
/// allows without percent signs and brackets, at most one `#`, http or https with a usual host, file or urn. May be false for a good IRI.
/// A reader that has already checked the characters calls only `plain_iri::usual_head`.
[[nodiscard]] inline bool is_plain_iri(std::string_view iri) {
  return plain_iri::usual_head(iri) > 0 && plain_iri::has_usual_characters(iri);
}

}  // namespace laundromat
