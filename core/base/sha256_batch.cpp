// Implements sha256_of_each: each of sixteen lanes of a vector has a text, and takes the next one when it ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256_batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "core/base/vector_state.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace laundromat {

namespace {

constexpr std::size_t block_bytes = 64;
/// The padding: one bit, zeros, and eight bytes for the length.
constexpr std::size_t least_padding_bytes = 9;

#if defined(__x86_64__)

#define LAUNDROMAT_LANES [[gnu::target("avx512f"), gnu::always_inline]] inline

constexpr std::size_t lane_count = 16;
using word_of_lanes = std::array<std::uint32_t, lane_count>;

constexpr std::array<std::uint32_t, 8> first_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The last argument of `_mm512_ternarylogic_epi32` is the table of a function of three bits.
constexpr int xor_of_three = 0x96, choice = 0xCA, majority = 0xE8;
/// GCC 12 warns of a value that the functions without a mask do not use.
constexpr __mmask16 all_lanes = 0xFFFF;

LAUNDROMAT_LANES __m512i sum(__m512i a, __m512i b) {
  return _mm512_add_epi32(a, b);
}
LAUNDROMAT_LANES __m512i load(const word_of_lanes& word) {
  return _mm512_loadu_si512(word.data());
}
LAUNDROMAT_LANES __m512i with_constant(const __m512i* schedule, std::size_t i) {
  return sum(schedule[i], _mm512_set1_epi32(static_cast<int>(round_constants[i])));
}
template <int One, int Two, int Three>
LAUNDROMAT_LANES __m512i rotations(__m512i x) {
  return _mm512_ternarylogic_epi32(_mm512_maskz_ror_epi32(all_lanes, x, One),
                                   _mm512_maskz_ror_epi32(all_lanes, x, Two),
                                   _mm512_maskz_ror_epi32(all_lanes, x, Three), xor_of_three);
}
template <int One, int Two, int Shift>
LAUNDROMAT_LANES __m512i rotations_and_shift(__m512i x) {
  return _mm512_ternarylogic_epi32(_mm512_maskz_ror_epi32(all_lanes, x, One),
                                   _mm512_maskz_ror_epi32(all_lanes, x, Two),
                                   _mm512_maskz_srli_epi32(all_lanes, x, Shift), xor_of_three);
}

/// One round for all lanes; `word` is the one of the schedule plus the constant of the round.
LAUNDROMAT_LANES void do_round(__m512i a, __m512i b, __m512i c, __m512i& d, __m512i e, __m512i f, __m512i g,
                               __m512i& h, __m512i word) {
  const auto first =
      sum(sum(h, rotations<6, 11, 25>(e)), sum(_mm512_ternarylogic_epi32(e, f, g, choice), word));
  d = sum(d, first);
  h = sum(first, sum(rotations<2, 13, 22>(a), _mm512_ternarylogic_epi32(a, b, c, majority)));
}

/// Takes one block of each lane.
[[gnu::target("avx512f")]] void take_blocks(std::array<word_of_lanes, 8>& state,
                                            const std::array<const char*, lane_count>& blocks) {
  alignas(64) std::array<word_of_lanes, 16> words;
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::uint32_t word;
      std::memcpy(&word, blocks[lane] + i * sizeof word, sizeof word);
      words[i][lane] = __builtin_bswap32(word);
    }
  __m512i schedule[64];
  for (std::size_t i = 0; i < words.size(); ++i) schedule[i] = load(words[i]);
  for (std::size_t i = words.size(); i < 64; ++i)
    schedule[i] = sum(sum(schedule[i - 16], rotations_and_shift<7, 18, 3>(schedule[i - 15])),
                      sum(schedule[i - 7], rotations_and_shift<17, 19, 10>(schedule[i - 2])));
  auto a = load(state[0]), b = load(state[1]), c = load(state[2]), d = load(state[3]), e = load(state[4]),
       f = load(state[5]), g = load(state[6]), h = load(state[7]);
  for (std::size_t i = 0; i < 64; i += 8) {
    do_round(a, b, c, d, e, f, g, h, with_constant(schedule, i));
    do_round(h, a, b, c, d, e, f, g, with_constant(schedule, i + 1));
    do_round(g, h, a, b, c, d, e, f, with_constant(schedule, i + 2));
    do_round(f, g, h, a, b, c, d, e, with_constant(schedule, i + 3));
    do_round(e, f, g, h, a, b, c, d, with_constant(schedule, i + 4));
    do_round(d, e, f, g, h, a, b, c, with_constant(schedule, i + 5));
    do_round(c, d, e, f, g, h, a, b, with_constant(schedule, i + 6));
    do_round(b, c, d, e, f, g, h, a, with_constant(schedule, i + 7));
  }
  const __m512i added[] = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i)
    _mm512_storeu_si512(state[i].data(), sum(load(state[i]), added[i]));
}

/// What a lane has of its text: whole blocks, then the rest with the padding.
struct lane {
  const char* next = nullptr;
  std::size_t whole_blocks = 0, last_blocks = 0;
  std::array<char, 2 * block_bytes> last;
  std::uint32_t text = 0;

  void begin(std::string_view of, std::uint32_t number) {
    text = number;
    next = of.data();
    whole_blocks = of.size() / block_bytes;
    const auto rest = of.size() % block_bytes;
    last_blocks = (rest + least_padding_bytes + block_bytes - 1) / block_bytes;
    last.fill(0);
    if (rest > 0) std::memcpy(last.data(), of.data() + whole_blocks * block_bytes, rest);
    last[rest] = static_cast<char>(0x80);
    const auto bits = __builtin_bswap64(std::uint64_t{of.size()} * 8);
    std::memcpy(last.data() + last_blocks * block_bytes - sizeof bits, &bits, sizeof bits);
    if (whole_blocks == 0) next = last.data();
  }
  [[nodiscard]] bool is_over() const { return whole_blocks + last_blocks == 0; }
  void advance() {
    if (whole_blocks == 0) {
      --last_blocks;
      next += block_bytes;
    } else {
      next = --whole_blocks == 0 ? last.data() : next + block_bytes;
    }
  }
};

void hash_in_lanes(std::span<const std::string_view> texts, std::span<const std::uint32_t> order,
                   std::span<content_digest> digests) {
  static constexpr std::array<char, block_bytes> no_block{};
  std::array<lane, lane_count> lanes;
  std::array<word_of_lanes, 8> state;
  std::array<const char*, lane_count> blocks;
  std::size_t begun = 0, ended = 0;
  const auto begin_next = [&](std::size_t i) {
    if (begun == order.size()) return;
    const auto text = order[begun++];
    lanes[i].begin(texts[text], text);
    for (std::size_t word = 0; word < state.size(); ++word) state[word][i] = first_state[word];
  };
  for (std::size_t i = 0; i < lane_count; ++i) begin_next(i);
  while (ended < order.size()) {
    for (std::size_t i = 0; i < lane_count; ++i)
      blocks[i] = lanes[i].is_over() ? no_block.data() : lanes[i].next;
    take_blocks(state, blocks);
    for (std::size_t i = 0; i < lane_count; ++i) {
      if (lanes[i].is_over()) continue;
      lanes[i].advance();
      if (!lanes[i].is_over()) continue;
      ++ended;
      auto* to = digests[lanes[i].text].bytes.data();
      for (const auto& word : state) {
        const auto bytes = __builtin_bswap32(word[i]);
        std::memcpy(to, &bytes, sizeof bytes);
        to += sizeof bytes;
      }
      begin_next(i);
    }
  }
  clear_upper_vectors();
}

bool has_lanes() {
  static const bool has = __builtin_cpu_supports("avx512f") != 0;
  return has;
}

#undef LAUNDROMAT_LANES
#else

bool has_lanes() {
  return false;
}
void hash_in_lanes(std::span<const std::string_view>, std::span<const std::uint32_t>,
                   std::span<content_digest>) {}

#endif

std::size_t blocks_of(std::string_view text) {
  return (text.size() + least_padding_bytes + block_bytes - 1) / block_bytes;
}

}  // namespace

/// Long texts begin first, so that lanes end together. One that would be nearly alone in the end is faster alone.
void sha256_of_each(std::span<const std::string_view> texts, std::span<content_digest> digests) {
  constexpr std::size_t least_share = 4;  // of the lanes that have a text while the longest one is hashed
  std::vector<std::uint32_t> order(texts.size());
  std::size_t blocks = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    blocks += blocks_of(texts[i]);
  }
  std::ranges::sort(order, std::greater<>{}, [&](std::uint32_t i) { return blocks_of(texts[i]); });
  std::size_t alone = 0;
  for (; alone < order.size(); ++alone) {
    const auto longest = blocks_of(texts[order[alone]]);
    if (has_lanes() && blocks >= least_share * longest) break;
    digests[order[alone]] = sha256(texts[order[alone]]);
    blocks -= longest;
  }
  if (alone < order.size()) hash_in_lanes(texts, std::span(order).subspan(alone), digests);
}

}  // namespace laundromat
