// The kernel of the line reader for AVX-512: a block is one vector, and a comparison is a mask already.
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "core/rdf/lines/clean_lines.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#define LAUNDROMAT_KERNEL [[gnu::target("avx512f,avx512bw,bmi,bmi2")]]

namespace laundromat::lines_avx512 {

namespace {

struct block {
  __m512i bytes;
};

LAUNDROMAT_KERNEL inline block load(const char* p) {
  return {_mm512_loadu_si512(p)};
}
LAUNDROMAT_KERNEL inline std::uint64_t high(block b) {
  return _mm512_movepi8_mask(b.bytes);
}
LAUNDROMAT_KERNEL inline std::uint64_t equal(block b, char c) {
  return _mm512_cmpeq_epi8_mask(b.bytes, _mm512_set1_epi8(c));
}
LAUNDROMAT_KERNEL inline std::uint64_t same(block b, const char* aligned) {
  return _mm512_cmpeq_epi8_mask(b.bytes, _mm512_load_si512(aligned));
}

/// A table of sixteen bytes, four times.
constexpr std::array<std::uint8_t, 64> repeat(const std::array<std::uint8_t, 16>& table) {
  std::array<std::uint8_t, 64> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = table[i % 16];
  return all;
}
/// Bits of the high nibbles 2 to 7; a byte is plain when the tables of its two nibbles share one. High bytes look up zero.
alignas(64) constexpr auto by_low_nibble = repeat({0x2E, 0x3F, 0x3E, 0x3F, 0x3F, 0x3E, 0x3F, 0x3F, 0x3F, 0x3F,
                                                   0x3F, 0x17, 0x15, 0x17, 0x35, 0x1F});
alignas(64) constexpr auto by_high_nibble = repeat({0, 0, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20});

LAUNDROMAT_KERNEL inline std::uint64_t no_plain_iri(block b) {
  const auto nibble = _mm512_set1_epi8(0x0F);
  const auto low =
      _mm512_shuffle_epi8(_mm512_load_si512(by_low_nibble.data()), _mm512_and_si512(b.bytes, nibble));
  const auto high_part = _mm512_shuffle_epi8(_mm512_load_si512(by_high_nibble.data()),
                                             _mm512_and_si512(_mm512_srli_epi16(b.bytes, 4), nibble));
  return _mm512_testn_epi8_mask(low, high_part);
}

LAUNDROMAT_KERNEL inline std::uint64_t no_plain_text(block b) {
  return equal(b, '"') | equal(b, '\\') | _mm512_cmplt_epu8_mask(b.bytes, _mm512_set1_epi8(0x20));
}

}  // namespace

#include "core/rdf/lines/clean_line_kernel.inc"

}  // namespace laundromat::lines_avx512

#endif
