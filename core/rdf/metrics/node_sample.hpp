// How often each of many terms occurs: exact up to a limit, by a uniform sample beyond.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

/// A count, and its probable error.
struct counted {
  std::uint64_t value = 0;
  double relative_error = 0;  ///< the standard error as a share of `value`; 0: exact

  friend bool operator==(const counted&, const counted&) = default;
};

/// A table of the hashes that begin with `level` zero bits. It starts with all hashes; whenever more than `most_nodes`
/// are in it, the level increases by one and about half of them are removed. A term in the final sample was in it from its first occurrence
/// on, so that its counts are exact and depend on the set of terms only, not on their order. Slots depend on the hash until one is farther
/// from its home slot than chance explains, because somebody chose colliding terms; then on `keyed_hash`.
/// Memory: 32 bytes for each of `most_nodes`, and 8 more while the table grows; little for few terms.
class node_sample {
 public:
  static constexpr std::size_t default_most_nodes = std::size_t{1} << 16;

  /// Terms of different kinds have different keys, even with equal hashes.
  enum class kind : std::uint8_t { triple = 0, iri = 1, blank = 2, literal = 3 };
  struct node {
    std::uint64_t key = 0;  ///< 0: none
    std::uint32_t in = 0;   ///< how often it was an object; saturates
    std::uint32_t out = 0;  ///< how often it was a subject; saturates
    [[nodiscard]] kind of() const { return static_cast<kind>(key & 3U); }
  };

  /// `most_nodes` is a power of two, 64 or more.
  explicit node_sample(std::size_t most_nodes = default_most_nodes)
      : most_nodes_(most_nodes), slots_(first_slots) {}

  [[nodiscard]] static std::uint64_t key_of(std::uint64_t hash, kind of) {
    return (hash & ~std::uint64_t{3}) | static_cast<std::uint64_t>(of);
  }

  /// Adds to the counts of a term; both may be 0.
  void add(std::uint64_t hash, kind of, std::uint64_t in, std::uint64_t out) {
    const auto key = key_of(hash, of);
    if (key > greatest_key_) return;
    __builtin_prefetch(&slots_[slot_of(key)], 1);
    waiting_[waits_++] = {key, clamp(in), clamp(out)};
    if (waits_ == waiting_.size()) flush();
  }
  /// Applies pending additions; call it before `nodes`.
  void flush();
  /// After `flush`, at level 0: a table of the terms that were objects, as if only these had been added.
  [[nodiscard]] node_sample objects() const;

  /// After `flush`: the terms of the sample, with empty elements in between. Their order is arbitrary once they `are_keyed`.
  [[nodiscard]] const std::vector<node>& nodes() const { return slots_; }
  [[nodiscard]] bool are_keyed() const { return is_keyed_; }
  [[nodiscard]] unsigned level() const { return level_; }
  /// The level may increase with one of the next terms.
  [[nodiscard]] bool is_nearly_full() const { return kept_ + waiting_.size() >= most_nodes_; }
  /// The estimated number of terms, of which `kept` are in the sample and `known` were counted exactly; without the latter, `most` at most.
  [[nodiscard]] counted estimate(std::uint64_t kept, std::uint64_t known = 0,
                                 std::uint64_t most = UINT64_MAX) const;
  /// How many slots all searches have visited so far.
  [[nodiscard]] std::uint64_t probes() const { return probes_; }

 private:
  /// Grows to the default size by factors of four.
  static constexpr std::size_t first_slots = 128;
  /// Of a million terms by chance one is 70 slots from its home slot.
  static constexpr std::uint64_t most_probes = 128;

  [[nodiscard]] static std::uint32_t clamp(std::uint64_t n) {
    return n < UINT32_MAX ? static_cast<std::uint32_t>(n) : UINT32_MAX;
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const {
    return (is_keyed_ ? keyed_hash(key) : key >> 8) & (slots_.size() - 1);
  }
  node& find(std::uint64_t key);
  void turn_keyed();
  void make_room();
  void grow();
  template <class IsKept>
  void thin_out(IsKept is_kept);

  std::size_t most_nodes_, kept_ = 0;
  unsigned level_ = 0;
  std::uint64_t greatest_key_ = UINT64_MAX;  ///< of the level
  std::vector<node> slots_;                  ///< at least twice as many as nodes; a power of two
  std::array<node, 32> waiting_{};           ///< pending, so that their slots can be prefetched together
  std::size_t waits_ = 0;
  std::uint64_t probes_ = 0;
  bool is_keyed_ = false;
};

}  // namespace laundromat
