// Quick hashes of 64 bits that are the same on every run: for tables and orders, never where somebody could gain by a collision.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace laundromat {

/// The finaliser of splitmix64: every bit of the result depends on every bit of `h`.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t h) {
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EBULL;
  return h ^ (h >> 31);
}

/// Eight bytes a step, all bits good. Different seeds give hashes that have nothing to do with each other.
[[nodiscard]] inline std::uint64_t fast_hash(std::string_view bytes, std::uint64_t seed = 0) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
  std::uint64_t h = seed + bytes.size() * factor;
  const auto take = [&](std::uint64_t word) { h = ((h ^ word) * factor) ^ (h >> 29); };
  const auto* at = bytes.data();
  auto left = bytes.size();
  for (std::uint64_t word = 0; left >= 8; at += 8, left -= 8) {
    std::memcpy(&word, at, 8);
    take(word);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, at, left);
  take(rest);
  return mix(h);
}

}  // namespace laundromat
