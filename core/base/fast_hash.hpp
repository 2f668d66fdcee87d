// Quick hashes of 64 bits that are the same on every run: for tables and orders, never where somebody could gain by a collision.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
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

/// Eight bytes a step, all bits good. Different seeds give hashes that have nothing to do with each other; several at once cost little
/// more than one.
template <std::size_t count>
[[nodiscard]] std::array<std::uint64_t, count> fast_hashes(std::string_view bytes,
                                                           const std::array<std::uint64_t, count>& seeds) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
  auto hashes = seeds;
  for (auto& h : hashes) h += bytes.size() * factor;
  const auto take = [&hashes](std::uint64_t word) {
    for (auto& h : hashes) h = ((h ^ word) * factor) ^ (h >> 29);
  };
  const auto word_at = [](const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  };
  const auto* at = bytes.data();
  auto left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) take(word_at(at));
  std::uint64_t rest = 0;
  if (bytes.size() < 8)
    std::memcpy(&rest, at, left);
  else if (left != 0)
    rest = word_at(at + left - 8) >> (64 - 8 * left);
  take(rest);
  for (auto& h : hashes) h = mix(h);
  return hashes;
}

[[nodiscard]] inline std::uint64_t fast_hash(std::string_view bytes, std::uint64_t seed = 0) {
  return fast_hashes<1>(bytes, {seed})[0];
}

}  // namespace laundromat
