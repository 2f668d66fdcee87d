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
  name_cache() { begin(); }
  name_cache(const name_cache&) = delete;
  name_cache& operator=(const name_cache&) = delete;

  /// Empty when the name is not here.
  [[nodiscard]] std::string_view find(std::string_view name) const {
    const auto key = key_of(name);
    const auto& one = entries_[slots_[slot_of(key)]];
    return one.key == key ? one.iri() : std::string_view();
  }
  /// The IRI of the name that came after the last one before, if it is at `at` with a space behind it; `length` is set to that of
  /// the name. Most texts give their predicates in the same order again and again. At least 16 bytes may be read.
  [[nodiscard]] std::string_view guess(const char* at, std::size_t& length) {
    const auto next = entries_[last_].next;
    const auto& one = entries_[next];
    if (!one.opening.is_at(at)) return {};
    last_ = next;
    length = one.key.length;
    return one.iri();
  }
  /// Like `find`, and from now on the guess for what comes after the name before.
  [[nodiscard]] std::string_view find_next(std::string_view name) {
    const auto key = key_of(name);
    const auto now = slots_[slot_of(key)];
    const auto& one = entries_[now];
    if (now == 0 || one.key != key) return {};
    follow(now);
    return one.iri();
  }
  /// Remembers the IRI of a name and returns where it is; `iri` itself for a name that is too long. When the IRIs need more than
  /// `most_bytes`, others are forgotten.
  std::string_view keep(std::string_view name, std::string_view iri) {
    const auto slot = add(key_of(name), iri);
    return slot == 0 ? iri : entries_[slot].iri();
  }
  /// `keep` and then `find_next`: empty for a name that is too long.
  [[nodiscard]] std::string_view keep_next(std::string_view name, std::string_view iri) {
    const auto slot = add(key_of(name), iri);
    if (slot == 0) return {};
    follow(slot);
    return entries_[slot].iri();
  }
  /// Prefixes have changed.
  void clear() {
    if (count_ == 1) return;
    slots_ = {};
    blocks_.clear();
    kept_bytes_ = 0;
    begin();
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{1} << 16, block_bytes = 2048, first_bytes = 1024,
                               first_entries = 24, most_entries = 256;

  struct key_type {
    std::uint64_t first, middle, last, length;
    friend bool operator==(const key_type&, const key_type&) = default;
  };
  /// A name of up to 15 bytes and the space behind it, or nothing.
  struct opening_type {
    std::uint64_t words[2], masks[2];

    void set(const key_type& key) {
      constexpr std::uint64_t space = ' ', all = ~std::uint64_t{0};
      *this = {};
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
  /// Not set when it is made: most documents use few of the first ones.
  struct entry {
    key_type key;
    opening_type opening;
    const char* text;  ///< the IRI, in a block
    std::size_t length;
    std::uint8_t next;  ///< the entry of the name that came after this one

    [[nodiscard]] std::string_view iri() const { return {text, length}; }
  };
  void begin() {
    entries_[0] = {};
    count_ = 1;
    last_ = 0;
    room_ = first_room_.data();
    room_bytes_ = first_bytes;
  }
  void follow(std::uint8_t found) {
    entries_[last_].next = found;
    last_ = found;
  }
  /// The entry of the name, which has this IRI now; 0 for a name or an IRI that is too long, or when no entry is left.
  [[nodiscard]] std::uint8_t add(const key_type& key, std::string_view iri) {
    if (key.length == 0 || iri.size() > most_bytes) return 0;
    if (kept_bytes_ + iri.size() > most_bytes) clear();
    auto& slot = slots_[slot_of(key)];
    if (slot == 0) {
      if (count_ == most_entries) return 0;
      if (count_ == capacity_) grow();
      slot = static_cast<std::uint8_t>(count_++);
      entries_[slot].next = 0;
    }
    auto& one = entries_[slot];
    one.key = key;
    one.opening.set(key);
    one.text = copy(iri);
    one.length = iri.size();
    return slot;
  }
  void grow() {
    capacity_ = most_entries;
    more_ = std::make_unique_for_overwrite<entry[]>(capacity_);
    std::copy_n(entries_, count_, more_.get());
    entries_ = more_.get();
  }
  [[nodiscard]] const char* copy(std::string_view iri) {
    if (room_bytes_ < iri.size()) {
      room_bytes_ = std::max(iri.size(), block_bytes);
      room_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(room_bytes_)).get();
    }
    char* const kept = room_;
    std::memcpy(kept, iri.data(), iri.size());
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
  std::array<entry, first_entries> first_;
  std::unique_ptr<entry[]> more_;   ///< of `most_entries`, where the first do not suffice
  entry* entries_ = first_.data();  ///< the first is that of no name
  std::size_t count_ = 0, capacity_ = first_entries;
  std::size_t last_ = 0;
  std::array<char, first_bytes> first_room_;
  std::vector<std::unique_ptr<char[]>> blocks_;  ///< the IRIs that `first_room_` has no room for, end to end
  char* room_ = nullptr;                         ///< the free part of the last of them
  std::size_t room_bytes_ = 0, kept_bytes_ = 0;
};

}  // namespace laundromat::turtle
