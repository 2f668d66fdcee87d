// Three table look-ups classify the errors of each pair of bytes; a fourth test finds missing continuation bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/utf8_simd.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>

#define LAUNDROMAT_AVX2 [[gnu::target("avx2")]]

namespace laundromat {

namespace {

// The errors of a pair of bytes; a pair is invalid where all three tables have a bit in common.
constexpr char too_short = 1 << 0;   // a lead byte, and no continuation byte after it
constexpr char too_long = 1 << 1;    // ASCII, and a continuation byte after it
constexpr char overlong_3 = 1 << 2;  // E0 80..9F
constexpr char too_large = 1 << 3;   // F4 90..BF, F5 and above
constexpr char surrogate = 1 << 4;   // ED A0..BF
constexpr char overlong_2 = 1 << 5;  // C0, C1
constexpr char overlong_4 = 1 << 6;  // F0 80..8F, also the bit that `too_large` shares with 80..8F
constexpr char two_continuations = static_cast<char>(1 << 7);
constexpr char carry = static_cast<char>(too_short | too_long | two_continuations);

LAUNDROMAT_AVX2 inline __m256i table(char a, char b, char c, char d, char e, char f, char g, char h, char i,
                                     char j, char k, char l, char m, char n, char o, char p) {
  return _mm256_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a, b, c, d, e, f, g, h, i, j, k, l,
                          m, n, o, p);
}
LAUNDROMAT_AVX2 inline __m256i high_nibbles(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}
/// For each byte the `n`-th byte before it; the last ones of `before` come first.
template <int n>
LAUNDROMAT_AVX2 inline __m256i shifted(__m256i bytes, __m256i before) {
  return _mm256_alignr_epi8(bytes, _mm256_permute2x128_si256(before, bytes, 0x21), 16 - n);
}

/// Not zero where a byte, together with those before it, is not UTF-8.
LAUNDROMAT_AVX2 inline __m256i faults_of(__m256i bytes, __m256i before) {
  const auto previous = shifted<1>(bytes, before);
  const auto by_first_high = _mm256_shuffle_epi8(
      table(too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long, two_continuations,
            two_continuations, two_continuations, two_continuations, too_short | overlong_2, too_short,
            too_short | overlong_3 | surrogate, too_short | too_large | overlong_4),
      high_nibbles(previous));
  const auto by_first_low = _mm256_shuffle_epi8(
      table(carry | overlong_3 | overlong_2 | overlong_4, carry | overlong_2, carry, carry, carry | too_large,
            carry | too_large | overlong_4, carry | too_large | overlong_4, carry | too_large | overlong_4,
            carry | too_large | overlong_4, carry | too_large | overlong_4, carry | too_large | overlong_4,
            carry | too_large | overlong_4, carry | too_large | overlong_4,
            carry | too_large | overlong_4 | surrogate, carry | too_large | overlong_4,
            carry | too_large | overlong_4),
      _mm256_and_si256(previous, _mm256_set1_epi8(0x0F)));
  const auto by_second_high = _mm256_shuffle_epi8(
      table(too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
            too_long | overlong_2 | two_continuations | overlong_3 | overlong_4,
            too_long | overlong_2 | two_continuations | overlong_3 | too_large,
            too_long | overlong_2 | two_continuations | surrogate | too_large,
            too_long | overlong_2 | two_continuations | surrogate | too_large, too_short, too_short,
            too_short, too_short),
      high_nibbles(bytes));
  const auto pairs = _mm256_and_si256(_mm256_and_si256(by_first_high, by_first_low), by_second_high);
  const auto third =
      _mm256_subs_epu8(shifted<2>(bytes, before), _mm256_set1_epi8(static_cast<char>(0xE0 - 0x80)));
  const auto fourth =
      _mm256_subs_epu8(shifted<3>(bytes, before), _mm256_set1_epi8(static_cast<char>(0xF0 - 0x80)));
  const auto must_continue =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(static_cast<char>(0x80)));
  return _mm256_xor_si256(must_continue, pairs);
}

/// Steps back to the beginning of a character that `at` may split.
std::size_t character_start(std::string_view text, std::size_t at) {
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    const auto byte = static_cast<unsigned char>(text[at - back]);
    if (byte >= 0xC0) return at - back;
    if (byte < 0x80) break;
  }
  return at;
}

}  // namespace

bool has_utf8_simd() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}

LAUNDROMAT_AVX2 std::size_t good_utf8_prefix(std::string_view text) {
  auto before = _mm256_setzero_si256();
  std::size_t at = 0;
  while (at < text.size()) {
    __m256i bytes;
    if (text.size() - at >= 32) {
      bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text.data() + at));
    } else {
      alignas(32) char last[32] = {};
      std::memcpy(last, text.data() + at, text.size() - at);
      bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(last));
    }
    if (_mm256_movemask_epi8(_mm256_or_si256(bytes, before)) != 0) {
      const auto faults = faults_of(bytes, before);
      if (_mm256_testz_si256(faults, faults) == 0) break;
    }
    before = bytes;
    at += 32;
  }
  return character_start(text, at < text.size() ? at : text.size());
}

}  // namespace laundromat

#else

namespace laundromat {

bool has_utf8_simd() {
  return false;
}
std::size_t good_utf8_prefix(std::string_view) {
  return 0;
}

}  // namespace laundromat

#endif
