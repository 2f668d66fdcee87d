// The prefixes and the base IRI that a document has declared so far.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/base/keyed_table.hpp"
#include "core/web/uri.hpp"

namespace laundromat::turtle {

struct prefix_entry {
  static constexpr std::size_t room_bytes = 64;

  std::string memory;      ///< the IRI, and `room_bytes` behind it, for short names to be spelled in
  std::size_t length = 0;  ///< of the IRI
  bool is_plain = false;   ///< with a plain local name behind it the IRI needs no check

  [[nodiscard]] std::string_view iri() const { return {memory.data(), length}; }
  /// The IRI of a name with this local part, which is shorter than the room. It is valid until the next call. At least 16 bytes may be read
  /// from `local`, and 15 behind its end.
  [[nodiscard]] std::string_view spell(const char* local, const char* local_end) {
    char* const to = memory.data() + length;
    const auto local_bytes = static_cast<std::size_t>(local_end - local);
    std::memcpy(to, local, 16);
    for (std::size_t i = 16; i < local_bytes; i += 16) std::memcpy(to + i, local + i, 16);
    return {memory.data(), length + local_bytes};
  }
};

class prefix_table {
 public:
  explicit prefix_table(std::uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// Null when the prefix is not declared.
  [[nodiscard]] prefix_entry* find(std::string_view name);
  /// The same of the prefix between `at` and `colon`. At least 8 bytes may be read from `at`.
  [[nodiscard]] prefix_entry* find_short(const char* at, const char* colon) {
    const auto length = static_cast<std::size_t>(colon - at);
    if (std::endian::native != std::endian::little || length > 7) return find({at, length});
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    word &= (std::uint64_t{1} << (8 * length)) - 1;
    auto& slot = short_[(word * 0x9E3779B97F4A7C15u) >> 59];
    if (slot.entry != nullptr && slot.word == word) return slot.entry;
    auto* const found = find({at, length});
    if (found != nullptr) slot = {word, found};
    return found;
  }
  /// False when the table is full: then the prefix is forgotten.
  [[nodiscard]] bool declare(std::string_view name, std::string_view iri);
  /// What was declared, if anything, may not be meant any more.
  void forget(std::string_view name);
  /// The same of each prefix, whether or not it was ever seen.
  void forget_all();
  /// Whether the document may have declared a prefix that is not found, in text that could not be read or was not kept.
  [[nodiscard]] bool is_forgotten(std::string_view name) const {
    return is_all_forgotten_ || forgotten_.contains(name);
  }
  /// What it costs to look for each prefix once: `probes_of`.
  [[nodiscard]] std::uint64_t probes() const { return probes_of(entries_); }

 private:
  using map = keyed_map<std::string, prefix_entry>;
  [[nodiscard]] static std::size_t slot_of(std::string_view name);

  void erase(std::string_view name);

  std::uint64_t limit_bytes_, held_bytes_ = 0;
  map entries_;
  std::set<std::string, std::less<>> forgotten_;
  bool is_all_forgotten_ = false;  ///< more than can be named
  std::array<map::value_type*, 64> recent_{};
  /// Prefixes of up to 7 bytes, each as one word.
  struct short_prefix {
    std::uint64_t word = 0;
    prefix_entry* entry = nullptr;
  };
  std::array<short_prefix, 32> short_{};
};

/// Resolution against the base, with fast paths for what is common.
class base_iri {
 public:
  /// The base of the outside; `used` is set when something is resolved against it.
  void set_given(std::string_view iri, bool* used);
  /// A declared one. Where it was relative, it has been resolved already.
  void set(std::string_view iri);
  /// A declaration is broken: the base is unknown from here on.
  void lose() {
    set({});
    is_lost_ = true;
  }
  [[nodiscard]] bool is_lost() const { return is_lost_; }
  /// Appends the IRI of `reference`. False for a relative reference without a base.
  [[nodiscard]] bool resolve(std::string_view reference, std::string& out);

 private:
  void prepare();

  std::string iri_;
  bool is_prepared_ = false;  ///< what follows is that of `iri_`
  bool* used_ = nullptr;      ///< null: a declared base
  std::size_t folder_length_ = 0, document_length_ = 0;
  bool is_lost_ = false;
  bool is_simple_ = false;  ///< a path that ends with a file or slash and has no dot segments
};

/// Whether a reference has a scheme, so that nothing is resolved.
[[nodiscard]] bool has_scheme(std::string_view reference);

}  // namespace laundromat::turtle
