// Different statements, by their nodes and a hash of their other terms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/fast_hash.hpp"
#include "core/base/huge_pages.hpp"
#include "core/base/keyed_hash.hpp"
#include "core/base/number_table.hpp"
#include "core/rdf/naming/node_colours.hpp"

namespace laundromat {

/// A set of statements in the order in which they were added. Memory: 24 bytes a statement, and 8 to 20 in the table.
class quad_set {
 public:
  using quad = node_colours::quad;
  using quad_vector = std::vector<quad, huge_page_allocator<quad>>;

  /// When there are many statements, room for `most` of them and one more is reserved: address space, of which only what is used takes memory.
  explicit quad_set(std::uint64_t most) : most_(static_cast<std::size_t>(most) + 1) {
    numbers_.expect_at_most(most_);
  }

  /// A hash of all parts, for `fetch` and `add`.
  [[nodiscard]] static std::uint64_t key_of(const std::array<node_colours::node, 4>& nodes,
                                            std::uint64_t ground) {
    const auto& [subject, predicate, object, graph] = nodes;
    return mix(ground + (std::uint64_t{subject} << 32 | object) * 0x9E3779B97F4A7C15ULL +
               (std::uint64_t{predicate} << 32 | graph) * 0xD1B54A32D192ED03ULL);
  }
  /// Prefetches the place of a statement in the table. Always inline, as `number_table::fetch` is.
  [[gnu::always_inline]] void fetch(std::uint64_t key) const { numbers_.fetch(key); }
  /// The number of the statement; a new one gets `size()`, as it was before.
  std::uint32_t add(const quad& one, std::uint64_t key) {
    const auto next = static_cast<std::uint32_t>(all_.size());
    const auto is_equal = [&](std::uint32_t number) {
      return all_[number].ground == one.ground && all_[number].nodes == one.nodes;
    };
    const auto known = numbers_.find_or_add(key, next, is_equal, [&](std::uint32_t number) {
      return keyed_hash_of(number == number_table::none ? one : all_[number]);
    });
    if (known != next) return known;
    all_.push_back(one);
    if (all_.size() == few || all_.size() == many) make_room();
    return next;
  }

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] std::size_t capacity() const { return all_.capacity(); }
  [[nodiscard]] const quad_vector& all() const { return all_; }
  /// Returns all statements and frees the table.
  [[nodiscard]] quad_vector take() {
    numbers_ = {};
    return std::exchange(all_, {});
  }
  /// The cost of searching so far: `number_table::probes`.
  [[nodiscard]] std::uint64_t probes() const { return numbers_.probes(); }

 private:
  static constexpr std::size_t few = std::size_t{1} << 14, many = std::size_t{1} << 16;

  [[nodiscard]] static std::uint64_t keyed_hash_of(const quad& q) {
    static_assert(sizeof q == 24);
    return keyed_hash({reinterpret_cast<const char*>(&q), sizeof q});
  }
  /// The table grows in large steps, because each one puts all statements again.
  void make_room() {
    const bool are_many = all_.size() == many;
    all_.reserve(are_many ? most_ : std::min(most_, many));
    numbers_.reserve(std::min(most_, are_many ? 4 * many : many));
  }

  std::size_t most_;
  quad_vector all_;
  number_table numbers_;
};

}  // namespace laundromat
