// IRIs of prefixed names that were read recently: predicates and datatypes are few and come again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace laundromat::turtle {

/// Stores up to 255 names of up to 24 bytes, which are compared as three words. At least 8 bytes from the start of a name may be read, as in a
/// `text_window`. What is found stays valid until the next call of `keep`.
class name_cache {
 public:
  name_cache() {
    entries_.reserve(first_entries);
    entries_.emplace_back();
  }
  /// Empty when the name is not here.
  [[nodiscard]] std::string_view find(std::string_view name) const {
    const auto key = key_of(name);
    const auto& one = entries_[slots_[slot_of(key)]];
    return one.key == key ? one.iri : std::string_view();
  }
  /// The IRI of the name that came after the last one before, if it is at `at` with a space behind it; `length` is set to that of
  /// the name. Most texts give their predicates in the same order again and again. At least 16 bytes may be read.
  [[nodiscard]] std::string_view guess(const char* at, std::size_t& length) {
    const auto next = entries_[last_].next;
    const auto& one = entries_[next];
    if (!one.opening.is_at(at)) return {};
    last_ = next;
    length = one.key.length;
    return one.iri;
  }
  /// Like `find`, and from now on the guess for what comes after the name before.
  [[nodiscard]] std::string_view find_next(std::string_view name) {
    const auto key = key_of(name);
    const auto now = slots_[slot_of(key)];
    const auto& one = entries_[now];
    if (now == 0 || one.key != key) return {};
    entries_[last_].next = now;
    last_ = now;
    return one.iri;
  }
  /// Remembers the IRI of a name and returns where it is; `iri` itself for a name that is too long. When the IRIs need more than
  /// `most_bytes`, others are forgotten.
  std::string_view keep(std::string_view name, std::string_view iri) {
    const auto key = key_of(name);
    if (key.length == 0 || iri.size() > most_bytes) return iri;
    if (kept_bytes_ + iri.size() > most_bytes) clear();
    auto& slot = slots_[slot_of(key)];
    if (slot == 0) {
      if (entries_.size() > 255) return iri;
      if (entries_.size() == entries_.capacity()) entries_.reserve(4 * entries_.size());
      slot = static_cast<std::uint8_t>(entries_.size());
      entries_.emplace_back();
    }
    auto& one = entries_[slot];
    one.key = key;
    one.iri = copy(iri);
    one.opening = opening_type(key);
    return one.iri;
  }
  /// Prefixes have changed.
  void clear() {
    if (entries_.size() == 1) return;
    entries_.resize(1);
    slots_ = {};
    entries_[0].next = 0;
    last_ = 0;
    blocks_.clear();
    room_bytes_ = kept_bytes_ = 0;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{1} << 16, block_bytes = 2048, first_entries = 24;

  struct key_type {
    std::uint64_t first = 0, middle = 0, last = 0, length = 0;
    friend bool operator==(const key_type&, const key_type&) = default;
  };
  /// A name of up to 15 bytes and the space behind it, or nothing.
  struct opening_type {
    std::uint64_t words[2] = {}, masks[2] = {};

    opening_type() = default;
    explicit opening_type(const key_type& key) {
      constexpr std::uint64_t space = ' ', all = ~std::uint64_t{0};
      if (key.length >= sizeof words || key.length == 0) return;
      words[0] = key.first;
      masks[0] = all;
      if (key.length < 8) {
        words[0] |= space << (8 * key.length);
        masks[0] >>= 56 - 8 * key.length;
      } else {
        const auto rest = key.length - 8;
        words[1] = (rest == 0 ? 0 : key.last >> (64 - 8 * rest)) | space << (8 * rest);
        masks[1] = all >> (56 - 8 * rest);
      }
    }
    [[nodiscard]] bool is_at(const char* at) const {
      const auto others = ((word_at(at) ^ words[0]) & masks[0]) | ((word_at(at + 8) ^ words[1]) & masks[1]);
      return others == 0 && masks[0] != 0;
    }
  };
  struct entry {
    key_type key;
    std::string_view iri;  ///< in a block
    opening_type opening;
    std::uint8_t next = 0;  ///< the entry of the name that came after this one
  };
  std::string_view copy(std::string_view iri) {
    if (room_bytes_ < iri.size()) {
      room_bytes_ = std::max(iri.size(), block_bytes);
      room_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(room_bytes_)).get();
    }
    std::memcpy(room_, iri.data(), iri.size());
    const std::string_view kept(room_, iri.size());
    room_ += iri.size();
    room_bytes_ -= iri.size();
    kept_bytes_ += iri.size();
    return kept;
  }
  [[nodiscard]] static std::uint64_t word_at(const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    return word;
  }
  [[nodiscard]] static key_type key_of(std::string_view name) {
    const auto length = name.size();
    if (std::endian::native != std::endian::little || length > 24 || length == 0) return {};
    const auto* const begin = name.data();
    const auto kept = length < 8 ? ~std::uint64_t{0} >> (64 - 8 * length) : ~std::uint64_t{0};
    return {word_at(begin) & kept, word_at(length > 16 ? begin + 8 : begin) & kept,
            word_at(length < 8 ? begin : begin + length - 8) & kept, length};
  }
  [[nodiscard]] static std::size_t slot_of(const key_type& key) {
    const auto mixed =
        (key.first * 0x9E3779B97F4A7C15u) ^ (key.last * 0xC2B2AE3D27D4EB4Fu) ^ (key.middle + key.length);
    return static_cast<std::size_t>((mixed * 0x9E3779B97F4A7C15u) >> 56);
  }

  std::array<std::uint8_t, 256> slots_{};  ///< the entry of a name; 0 is none
  std::vector<entry> entries_;             ///< the first is that of no name
  std::size_t last_ = 0;
  std::vector<std::unique_ptr<char[]>> blocks_;  ///< the IRIs, end to end
  char* room_ = nullptr;                         ///< the free part of the last block
  std::size_t room_bytes_ = 0, kept_bytes_ = 0;
};

}  // namespace laundromat::turtle
