// Fast hashes that are the same in every run: for tables and orders in which nobody gains from a collision.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace laundromat {

namespace fast_hash_parts {

static_assert(std::endian::native == std::endian::little);

[[nodiscard]] inline std::uint64_t word_at(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// The two halves of the product, combined by XOR: every bit of the arguments affects the result.
[[nodiscard]] inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using wide = unsigned __int128;
  const auto product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace fast_hash_parts

/// The finaliser of splitmix64: every bit of the result depends on every bit of `h`.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t h) {
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EBULL;
  return h ^ (h >> 31);
}

/// Reads eight bytes a step; all bits are usable. Different seeds give independent hashes.
[[nodiscard]] inline std::uint64_t fast_hash(std::string_view bytes, std::uint64_t seed = 0) {
  using namespace fast_hash_parts;
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
  auto h = seed + bytes.size() * factor;
  const auto take = [&h](std::uint64_t word) { h = ((h ^ word) * factor) ^ (h >> 29); };
  const auto* at = bytes.data();
  auto left = bytes.size();
  for (; left >= 8; at += 8, left -= 8) take(word_at(at));
  std::uint64_t rest = 0;
  if (bytes.size() < 8)
    std::memcpy(&rest, at, left);
  else if (left != 0)
    rest = word_at(at + left - 8) >> (64 - 8 * left);
  take(rest);
  return mix(h);
}

/// Reads sixteen bytes a step, for long texts. Each half takes the words in another order, because a product loses one factor where the
/// other is 0. `look` is called with all words, with the last ones perhaps twice, and with zeros after a short text.
template <class Look>
[[nodiscard]] std::array<std::uint64_t, 2> wide_hash(std::string_view bytes, Look look) {
  using namespace fast_hash_parts;
  constexpr std::uint64_t seeds[] = {0xE7037ED1A0B428DBULL, 0x8EBC6AF09C88C6E3ULL};
  std::uint64_t one = 0x589965CC75374CC3ULL ^ bytes.size(), other = 0x1D8E4E27C47D124FULL + bytes.size();
  const auto take = [&](std::uint64_t first, std::uint64_t second) {
    look(first);
    look(second);
    one = fold(first ^ seeds[0], second ^ one);
    other = fold(second ^ seeds[1], first ^ other);
  };
  if (bytes.size() < 16) {
    char padded[16] = {};
    std::memcpy(padded, bytes.data(), bytes.size());
    take(word_at(padded), word_at(padded + 8));
  } else {
    const auto* at = bytes.data();
    const auto* const last =
        at + bytes.size() - 16;  // overlaps the step before, unless the size is a multiple
    for (; at < last; at += 16) take(word_at(at), word_at(at + 8));
    take(word_at(last), word_at(last + 8));
  }
  return {mix(one), mix(other)};
}

[[nodiscard]] inline std::array<std::uint64_t, 2> wide_hash(std::string_view bytes) {
  return wide_hash(bytes, [](std::uint64_t) {});
}

/// Not 0 when one of the eight bytes is `c`.
[[nodiscard]] constexpr std::uint64_t equal_bytes(std::uint64_t word, char c) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  word ^= ones * static_cast<unsigned char>(c);
  return (word - ones) & ~word & ones << 7;
}

}  // namespace laundromat
