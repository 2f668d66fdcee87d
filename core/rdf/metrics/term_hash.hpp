// A hash of the bytes of a term, the same on every machine and in every run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace term_hash_parts {

inline constexpr std::uint64_t seeds[] = {0x9E3779B97F4A7C15U, 0xC2B2AE3D27D4EB4FU, 0x165667B19E3779F9U};

template <class Word>
[[nodiscard]] std::uint64_t load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

}  // namespace term_hash_parts

/// 64 bits that are uniform over all terms. Two of a million different terms share theirs with a probability of one in forty million.
/// Not secure against terms that were chosen to collide: these would make counts wrong, but have no other effect.
[[nodiscard]] inline std::uint64_t hash_term(std::string_view term) {
  using namespace term_hash_parts;
  using fast_hash_parts::fold;
  const char* at = term.data();
  auto left = term.size();
  auto state = seeds[0];
  for (; left > 16; left -= 16, at += 16)
    state = fold(load<std::uint64_t>(at) ^ seeds[1], load<std::uint64_t>(at + 8) ^ state);
  std::uint64_t a = 0, b = 0;
  if (left >= 8) {
    a = load<std::uint64_t>(at);
    b = load<std::uint64_t>(at + left - 8);
  } else if (left >= 4) {
    a = load<std::uint32_t>(at);
    b = load<std::uint32_t>(at + left - 4);
  } else {
    for (; left > 0; --left) a = a << 8 | static_cast<unsigned char>(at[left - 1]);
  }
  return fold(fold(a ^ seeds[1], b ^ state), seeds[2] ^ term.size());
}

}  // namespace laundromat
