// The kernel of the line reader for AVX2.
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "core/rdf/lines/clean_lines.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#define LAUNDROMAT_KERNEL [[gnu::target("avx2,bmi,bmi2")]]

namespace laundromat::lines_avx2 {

namespace {

struct block {
  __m256i low, high;
};

LAUNDROMAT_KERNEL inline std::uint64_t join(__m256i low, __m256i high) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high))) << 32;
}
LAUNDROMAT_KERNEL inline block load(const char* p) {
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)),
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + 32))};
}
LAUNDROMAT_KERNEL inline std::uint64_t high(block b) {
  return join(b.low, b.high);
}
LAUNDROMAT_KERNEL inline std::uint64_t equal(block b, char c) {
  const auto all = _mm256_set1_epi8(c);
  return join(_mm256_cmpeq_epi8(b.low, all), _mm256_cmpeq_epi8(b.high, all));
}
LAUNDROMAT_KERNEL inline std::uint64_t same(block b, const char* aligned) {
  const auto* other = reinterpret_cast<const __m256i*>(aligned);
  return join(_mm256_cmpeq_epi8(b.low, _mm256_load_si256(other)),
              _mm256_cmpeq_epi8(b.high, _mm256_load_si256(other + 1)));
}

/// Bits of the high nibbles 2 to 7; a byte is plain when the tables of its two nibbles share one. High bytes look up zero.
LAUNDROMAT_KERNEL inline __m256i not_plain_iri(__m256i bytes) {
  const auto by_low = _mm256_setr_epi8(0x2E, 0x3F, 0x3E, 0x3F, 0x3F, 0x3E, 0x3F, 0x3F, 0x3F, 0x3F, 0x3F, 0x17,
                                       0x15, 0x17, 0x35, 0x1F, 0x2E, 0x3F, 0x3E, 0x3F, 0x3F, 0x3E, 0x3F, 0x3F,
                                       0x3F, 0x3F, 0x3F, 0x17, 0x15, 0x17, 0x35, 0x1F);
  const auto by_high = _mm256_setr_epi8(0, 0, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                        0, 0, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0, 0, 0, 0, 0, 0, 0, 0);
  const auto low = _mm256_shuffle_epi8(by_low, _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F)));
  const auto high_nibble = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
  return _mm256_cmpeq_epi8(_mm256_and_si256(low, _mm256_shuffle_epi8(by_high, high_nibble)),
                           _mm256_setzero_si256());
}
LAUNDROMAT_KERNEL inline std::uint64_t no_plain_iri(block b) {
  return join(not_plain_iri(b.low), not_plain_iri(b.high));
}

LAUNDROMAT_KERNEL inline __m256i not_plain_text(__m256i bytes) {
  const auto quote = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
  const auto backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
  const auto control = _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
  return _mm256_or_si256(_mm256_or_si256(quote, backslash), control);
}
LAUNDROMAT_KERNEL inline std::uint64_t no_plain_text(block b) {
  return join(not_plain_text(b.low), not_plain_text(b.high));
}

}  // namespace

#include "core/rdf/lines/clean_line_kernel.inc"

}  // namespace laundromat::lines_avx2

#endif
