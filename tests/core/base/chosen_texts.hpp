// Texts chosen to collide under a hash without a key, as in an attack on hash tables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::testing {

/// The inverse of an odd number, modulo 2^64.
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
  auto x = odd;
  for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
  return x;
}

inline std::uint64_t word_of(std::string_view eight_bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, eight_bytes.data(), 8);
  return word;
}
inline std::string bytes_of(std::uint64_t word) {
  return {reinterpret_cast<const char*>(&word), sizeof word};
}

/// No control character, no space and no character that formats must escape, so that it may be in a term or a JSON string; not UTF-8.
inline bool is_bare(std::string_view text) {
  for (const unsigned char c : text)
    if (c <= 0x20 || c == 0x7F ||
        std::string_view("\"\\<>{}|^`").find(static_cast<char>(c)) != std::string_view::npos)
      return false;
  return true;
}
inline bool is_bare_ascii(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return is_bare(text);
}
inline bool is_anything(std::string_view) {
  return true;
}

/// `count` texts of 16 bytes, and perhaps more before them. `second(number, first)` is the word that makes a text collide whose first word is
/// `first`; texts that `may_be` rejects are skipped.
template <class Second, class MayBe>
std::vector<std::string> choose_texts(std::size_t count, Second second, MayBe may_be,
                                      const std::string& before = "") {
  std::vector<std::string> all;
  // The first words count in letters.
  for (std::uint64_t i = 0; all.size() < count; ++i) {
    std::string first = "aaaaaaaa";
    for (std::size_t at = 0; at < 8; ++at) first[at] = static_cast<char>('a' + (i >> (4 * at) & 15));
    auto text = before + first + bytes_of(second(all.size(), word_of(first)));
    if (may_be(text)) all.push_back(std::move(text));
  }
  return all;
}

/// With equal `fast_hash` of seed 0.
template <class MayBe = bool (*)(std::string_view)>
std::vector<std::string> choose_for_fast_hash(std::size_t count, MayBe may_be = is_anything) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL, wanted = 0x0123456789ABCDEFULL;
  return choose_texts(
      count,
      [](std::size_t, std::uint64_t first) {
        const auto begin = 16 * factor, h = ((begin ^ first) * factor) ^ (begin >> 29);
        return h ^ (wanted ^ (h >> 29)) * inverse_of(factor);
      },
      may_be);
}

/// With `wanted(number)` as their `std::hash`, which libstdc++ computes by MurmurHash with a fixed seed.
template <class Wanted>
std::vector<std::string> choose_for_std_hash(std::size_t count, Wanted wanted) {
  constexpr std::uint64_t mul = 0xC6A4A7935BD1E995ULL, seed = 0xC70F6907ULL, back = inverse_of(mul);
  const auto mix = [](std::uint64_t v) { return v ^ v >> 47; };  // its own inverse
  return choose_texts(
      count,
      [&](std::size_t number, std::uint64_t first) {
        const auto h = ((seed ^ 16 * mul) ^ mix(first * mul) * mul) * mul;
        const auto end = mix(mix(wanted(number)) * back);
        return mix((h ^ end * back) * back) * back;
      },
      is_anything);
}

/// With equal `hash_term`: a factor of 0 cancels the other one.
inline std::vector<std::string> choose_for_hash_term(std::size_t count) {
  std::vector<std::string> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(bytes_of(0xC2B2AE3D27D4EB4FULL) + bytes_of(i));
  return all;
}

/// With equal `jsonld::hash_of`.
template <class MayBe = bool (*)(std::string_view)>
std::vector<std::string> choose_for_json_hash(std::size_t count, MayBe may_be = is_anything) {
  constexpr std::uint64_t factor = 0xFF51AFD7ED558CCDULL, wanted = 0x0123456789ABCDEFULL;
  const auto mix = [](std::uint64_t v) { return v ^ v >> 32; };  // its own inverse
  return choose_texts(
      count,
      [&](std::size_t, std::uint64_t first) {
        const auto begin = 16 * 0x9E3779B97F4A7C15ULL + 0x2545F4914F6CDD1DULL;
        return mix((begin ^ first) * factor) ^ mix(wanted) * inverse_of(factor);
      },
      may_be);
}

/// Whether all texts have the same hash; if not, they prove nothing about a table.
template <class Hash>
void expect_one_hash(const std::vector<std::string>& texts, Hash hash) {
  for (const auto& text : texts) ASSERT_EQ(hash(text), hash(texts.front())) << "the texts do not collide";
}

/// `probes(n)` is the cost of n chosen texts: a few each, and a constant until the table switches to its key. Quadratic cost would be more
/// than n times n / 2.
template <class Probes>
void expect_linear_probes(std::size_t n, Probes probes) {
  for (const auto count : {n, 2 * n, 4 * n})
    EXPECT_LE(probes(count), (std::uint64_t{1} << 20) + 16 * count) << count << " texts";
}

}  // namespace laundromat::testing
