// The prefixes that a document has declared so far.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"

namespace laundromat::turtle {

/// The IRI of a prefix, and room behind it, for short names to be spelled in.
class prefix_entry {
 public:
  static constexpr std::size_t room_bytes = 64;

  [[nodiscard]] bool has_iri() const { return text_ != nullptr; }
  [[nodiscard]] std::string_view iri() const { return {text_, length_}; }
  /// With a plain local name behind it the IRI needs no check.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  void set(std::string_view iri, bool is_plain);
  /// Memory that `set` uses for IRIs of up to `memory.size() - room_bytes` bytes; it lives as long as the entry.
  void take(std::span<char> memory) {
    text_ = memory.data();
    capacity_ = memory.size() - room_bytes;
  }
  void forget() { *this = {}; }
  /// The IRI of a name with this local part, which is shorter than the room. It is valid until the next call. At least 16 bytes may be read
  /// from `local`, and 15 behind its end.
  [[nodiscard]] std::string_view spell(const char* local, const char* local_end) {
    char* const to = text_ + length_;
    const auto local_bytes = static_cast<std::size_t>(local_end - local);
    std::memcpy(to, local, 16);
    for (std::size_t i = 16; i < local_bytes; i += 16) std::memcpy(to + i, local + i, 16);
    return {text_, length_ + local_bytes};
  }

 private:
  char* text_ = nullptr;  ///< `own_`, or memory that was taken
  std::unique_ptr<char[]> own_;
  std::size_t length_ = 0, capacity_ = 0;
  bool is_plain_ = false;
};

/// Most documents declare few prefixes: these are searched one after the other. Beyond `most_few` a hash table finds them.
/// Memory: bounded by the limit, of which each prefix takes its name, its IRI and `entry_bytes`.
class prefix_table {
 public:
  explicit prefix_table(std::uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}
  prefix_table(const prefix_table&) = delete;
  prefix_table& operator=(const prefix_table&) = delete;

  /// Null when the prefix is not declared.
  [[nodiscard]] prefix_entry* find(std::string_view name) {
    auto* const found = search(name);
    return found != nullptr && found->iri.has_iri() ? &found->iri : nullptr;
  }
  /// The same of the prefix between `at` and `colon`. At least 8 bytes may be read from `at`.
  [[nodiscard]] prefix_entry* find_short(const char* at, const char* colon) {
    const auto length = static_cast<std::size_t>(colon - at);
    if (std::endian::native != std::endian::little || length > 7) return find({at, length});
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    word &= (std::uint64_t{1} << (8 * length)) - 1;
    auto& slot = short_[(word * 0x9E3779B97F4A7C15u) >> 59];
    if (slot.entry != nullptr && slot.word == word) return slot.entry;
    auto* const found = index_ == nullptr ? search_few(word | (std::uint64_t{length} << 56), {at, length})
                                          : search_index({at, length});
    if (found == nullptr || !found->iri.has_iri()) return nullptr;
    slot = {word, &found->iri};
    return &found->iri;
  }
  /// False when the table is full: then the prefix is forgotten. `is_plain`: the IRI is known to be a `is_plain_iri`.
  [[nodiscard]] bool declare(std::string_view name, std::string_view iri, bool is_plain = false);
  /// What was declared, if anything, may not be meant any more.
  void forget(std::string_view name);
  /// The same of each prefix, whether or not it was ever seen.
  void forget_all();
  /// Whether the document may have declared a prefix that is not found, in text that could not be read or was not kept.
  [[nodiscard]] bool is_forgotten(std::string_view name) {
    if (is_all_forgotten_) return true;
    const auto* const found = search(name);
    return found != nullptr && !found->iri.has_iri();
  }
  /// What it costs to look for each prefix once: the elements that are compared.
  [[nodiscard]] std::uint64_t probes() const;

 private:
  static constexpr std::size_t most_few = 32, entry_bytes = 80;

  /// Declared, or forgotten: then it has no IRI.
  struct named_entry {
    explicit named_entry(std::string_view of) : name(of) {}
    std::string name;
    prefix_entry iri;
  };
  /// More than a few.
  struct index_type {
    std::deque<named_entry> more;  ///< a deque: elements do not move
    keyed_map<std::string_view, named_entry*> entries;
    std::array<named_entry*, 64> recent{};
  };
  [[nodiscard]] static std::uint64_t key_of(std::string_view name);
  [[nodiscard]] static std::size_t slot_of(std::string_view name);
  [[nodiscard]] named_entry* search(std::string_view name);
  [[nodiscard]] named_entry* search_few(std::uint64_t key, std::string_view name);
  [[nodiscard]] named_entry* search_index(std::string_view name);
  [[nodiscard]] named_entry& add(std::string_view name, std::uint64_t key);

  std::uint64_t limit_bytes_, held_bytes_ = 0;
  std::vector<named_entry>
      few_;  ///< the first ones; elements do not move, because it has room for `most_few`
  std::array<std::uint64_t, most_few> keys_;  ///< of `few_`
  std::array<char, 2048> room_;               ///< for the first IRIs, as long as it suffices
  std::size_t used_bytes_ = 0;                ///< of `room_`
  std::unique_ptr<index_type> index_;
  bool is_all_forgotten_ = false;  ///< more than can be named
  /// Declared prefixes of up to 7 bytes, each as one word.
  struct short_prefix {
    std::uint64_t word = 0;
    prefix_entry* entry = nullptr;
  };
  std::array<short_prefix, 32> short_{};
};

}  // namespace laundromat::turtle
