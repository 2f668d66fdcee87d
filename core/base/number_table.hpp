// A hash table of numbers whose elements are stored elsewhere: eight bytes a slot, no copy of the elements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/huge_pages.hpp"
#include "core/base/reserve_room.hpp"

namespace laundromat {

/// Finds the number under which an equal element was stored. Open addressing, at most four fifths full.
///
/// It begins with fast hashes, for which anybody can choose collisions. The first search that takes longer than chance explains switches
/// the table to `keyed_hash` for good. Results do not depend on that.
class number_table {
 public:
  /// Means no element in the result of `find`, and the searched element in the last argument of `find`.
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// The number of an element with this hash for which `is_equal(number)` is true, or else a slot that contains `none`. To add the element,
  /// write its number there and call `count_added`. `keyed(number)` is the `keyed_hash` of an element, and `keyed(none)` that of the searched
  /// element.
  template <class IsEqual, class Keyed>
  [[nodiscard]] std::uint32_t& find(std::uint64_t hash, IsEqual is_equal, Keyed keyed) {
    if ((used_ + 1) * 5 > slots_.size() * 4) grow(next_size());
    if (is_keyed_) hash = keyed(none);
    const auto mark = static_cast<std::uint32_t>(hash >> 32);
    std::size_t steps = 0;
    for (auto at = mark & mask();; at = (at + 1) & mask()) {
      auto& here = slots_[at];
      if (here.number == none) {
        here.mark = mark;
        probes_ += steps + 1;
        return here.number;
      }
      if (here.mark == mark) {
        if (is_equal(here.number)) {
          probes_ += steps + 1;
          return here.number;
        }
        steps += steps_per_likeness;
      }
      if (++steps > most_steps && !is_keyed_) break;
    }
    probes_ += steps;
    turn_keyed(keyed);
    return find(hash, is_equal, keyed);
  }
  void count_added() { ++used_; }
  /// Like `find`; where there is no such element, `next` is stored as its number and returned.
  template <class IsEqual, class Keyed>
  [[nodiscard]] std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t next, IsEqual is_equal,
                                          Keyed keyed) {
    auto& number = find(hash, is_equal, keyed);
    if (number != none) return number;
    count_added();
    return number = next;
  }

  /// Makes room for that many elements.
  void reserve(std::size_t elements) {
    if (const auto wanted = slots_for(elements); wanted > slots_.size()) grow(wanted);
  }
  /// No more elements than so many are expected. A large table then grows where it is, in address space of which only what is used takes memory: sixteen times what it needs at first.
  void expect_at_most(std::size_t elements) { most_slots_ = slots_for(elements); }
  /// Prefetches the slot of this hash. Always inline: GCC removes calls of functions that only prefetch.
  [[gnu::always_inline]] void fetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[static_cast<std::uint32_t>(hash >> 32) & mask()], 1);
  }
  /// The cost of all searches so far: slots, and `steps_per_likeness` more for each different element with the same hash.
  [[nodiscard]] std::uint64_t probes() const { return probes_; }

 private:
  /// By chance, one of 100,000 elements is 500 slots from its place, and none has the hash of another.
  static constexpr std::size_t most_steps = 1024, steps_per_likeness = 128;

  struct slot {
    std::uint32_t mark = 0;
    std::uint32_t number = none;
  };

  using slots = std::vector<slot, huge_page_allocator<slot>>;

  [[nodiscard]] std::uint32_t mask() const { return static_cast<std::uint32_t>(slots_.size() - 1); }
  /// A small table grows in larger steps, because each one puts all numbers again.
  [[nodiscard]] std::size_t next_size() const {
    constexpr std::size_t few = std::size_t{1} << 16;
    return slots_.empty() ? 64 : slots_.size() * (slots_.size() < few ? 4 : 2);
  }
  [[nodiscard]] static std::size_t slots_for(std::size_t elements) {
    return std::bit_ceil(std::max<std::size_t>(64, elements / 4 * 5 + 5));
  }
  void grow(std::size_t count) {
    if (!slots_.empty() && count <= slots_.capacity()) return grow_in_place(count);
    for (const auto& one : exchange_slots(count))
      if (one.number != none) put(one);
  }
  /// Returns the slots of before.
  [[nodiscard]] slots exchange_slots(std::size_t count) {
    constexpr auto many_slots = std::size_t{1} << 16;
    slots fresh;
    if (const auto room = std::max(slots_.capacity(), std::min(most_slots_, 16 * count));
        count >= many_slots && room > count)
      reserve_room(fresh, room);
    fresh.resize(count);
    return std::exchange(slots_, std::move(fresh));
  }
  /// The numbers before the first free slot may belong to the end of the table: they are put last. Each other one has its new place in the slots before it, or in new ones,
  /// so that none is put behind one that is still to be moved.
  void grow_in_place(std::size_t count) {
    const auto before = slots_.size();
    const auto first_free =
        static_cast<std::size_t>(std::ranges::find(slots_, none, &slot::number) - slots_.begin());
    const std::vector<slot> first(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(first_free));
    std::fill_n(slots_.begin(), first_free, slot{});
    slots_.resize(count);
    for (auto at = first_free; at < before; ++at)
      if (slots_[at].number != none) put(std::exchange(slots_[at], {}));
    for (const auto& one : first) put(one);
  }
  template <class Keyed>
  void turn_keyed(Keyed keyed) {
    is_keyed_ = true;
    for (const auto& one : exchange_slots(slots_.size()))
      if (one.number != none) put({static_cast<std::uint32_t>(keyed(one.number) >> 32), one.number});
  }
  void put(const slot& one) {
    auto at = one.mark & mask();
    while (slots_[at].number != none) at = (at + 1) & mask();
    slots_[at] = one;
  }

  slots slots_;
  std::size_t most_slots_ = 0;
  std::size_t used_ = 0;
  std::uint64_t probes_ = 0;
  bool is_keyed_ = false;
};

}  // namespace laundromat
