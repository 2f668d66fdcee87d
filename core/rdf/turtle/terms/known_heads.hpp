// Schemes and hosts that are known to be in order: most IRIs of a document have one of a few.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace laundromat::turtle {

/// Holds heads of up to 32 bytes, each with the character behind its host, so that no longer host begins with one.
class known_heads {
 public:
  /// The length of the head that was added and that the text at `at` begins with, or 0. At least 32 bytes may be read.
  [[nodiscard]] std::size_t find_at(const char* at) const {
    const auto& one = heads_[slot_of(at)];
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < one.words.size(); ++i)
      others |= (word_at(at + i * sizeof others) ^ one.words[i]) & one.masks[i];
    return others == 0 ? one.length : 0;
  }
  /// Adds the head, which is at the start of a text of which 32 bytes may be read.
  void add(std::string_view head) {
    auto& one = heads_[slot_of(head.data())];
    if (head.size() > sizeof one.words || head.size() < least_bytes) return;
    one = {};
    std::memcpy(one.words.data(), head.data(), head.size());
    std::memset(one.masks.data(), 0xFF, head.size());
    one.length = head.size();
  }

 private:
  static constexpr std::size_t least_bytes = 12;  ///< the slot is chosen by the last four of them

  struct entry {
    std::array<std::uint64_t, 4> words{}, masks{};
    std::size_t length = 0;
  };
  [[nodiscard]] static std::uint64_t word_at(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  }
  [[nodiscard]] static std::size_t slot_of(const char* at) {
    std::uint32_t word = 0;
    std::memcpy(&word, at + least_bytes - sizeof word, sizeof word);
    return static_cast<std::size_t>((word * 0x9E3779B97F4A7C15u) >> 61);
  }

  std::array<entry, 8> heads_{};
};

}  // namespace laundromat::turtle
