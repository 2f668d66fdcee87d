// Clears the vector registers after AVX code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace laundromat {

#if defined(__x86_64__)
namespace vector_state_parts {
[[gnu::target("avx")]] inline void clear_upper() {
  _mm256_zeroupper();
}
}  // namespace vector_state_parts
#endif

/// Clears the upper halves of the vector registers. AVX code in assembler, as in ISA-L, leaves values in them, and until they are cleared
/// SSE instructions preserve them at a cost: SHA-256 takes half as long again.
inline void clear_upper_vectors() {
#if defined(__x86_64__)
  static const bool has_avx = __builtin_cpu_supports("avx") != 0;
  if (has_avx) vector_state_parts::clear_upper();
#endif
}

}  // namespace laundromat
