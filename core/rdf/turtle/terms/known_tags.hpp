// Language tags that are known to be in order: few, short, and they come again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace laundromat::turtle {

/// Holds tags of up to 8 bytes, each as one word.
class known_tags {
 public:
  [[nodiscard]] bool has(std::string_view tag) const {
    std::uint64_t word = 0;
    if (tag.size() > sizeof word) return false;
    std::memcpy(&word, tag.data(), tag.size());
    return has_word(word);
  }
  /// The same, where 8 bytes may be read.
  [[nodiscard]] bool has_at(const char* at, std::size_t length) const {
    std::uint64_t word = 0;
    if (length == 0 || length > sizeof word) return false;
    if (std::endian::native != std::endian::little) return has({at, length});
    std::memcpy(&word, at, sizeof word);
    return has_word(word & (~std::uint64_t{0} >> (64 - 8 * length)));
  }
  void add(std::string_view tag) {
    std::uint64_t word = 0;
    if (tag.size() > sizeof word) return;
    std::memcpy(&word, tag.data(), tag.size());
    words_[slot_of(word)] = word;
  }

 private:
  [[nodiscard]] bool has_word(std::uint64_t word) const { return word != 0 && words_[slot_of(word)] == word; }
  [[nodiscard]] static std::size_t slot_of(std::uint64_t word) {
    return static_cast<std::size_t>((word * 0x9E3779B97F4A7C15u) >> 58);
  }

  std::array<std::uint64_t, 64> words_{};
};

}  // namespace laundromat::turtle
