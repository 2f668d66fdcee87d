// Counts line feeds with the vectors of the machine; compiled with -O3 for that.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/reader_speed/peers.hpp"

namespace laundromat::bench {

#if defined(__x86_64__) && !defined(__clang__)
[[gnu::target_clones("avx2", "default")]]
#endif
std::uint64_t
count_lines(std::string_view text) {
  std::uint64_t sum = 0;
  std::size_t i = 0;
  while (text.size() - i >= 32) {
    const auto rounds = std::min<std::size_t>((text.size() - i) / 32, 255);
    unsigned char lanes[32] = {};
    for (std::size_t round = 0; round < rounds; ++round, i += 32)
      for (std::size_t lane = 0; lane < 32; ++lane)
        lanes[lane] = static_cast<unsigned char>(lanes[lane] + (text[i + lane] == '\n' ? 1 : 0));
    for (const auto lane : lanes) sum += lane;
  }
  for (; i < text.size(); ++i) sum += text[i] == '\n' ? 1 : 0;
  return sum;
}

}  // namespace laundromat::bench
