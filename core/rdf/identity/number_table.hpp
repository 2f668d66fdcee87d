// A hash table of numbers whose elements live elsewhere: eight bytes a slot, no copy of the elements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

/// Finds the number under which an equal element was stored. Open addressing, at most four fifths full.
class number_table {
 public:
  /// The number of an element with this hash for which `is_equal(number)` holds. Without one, `next` is stored as its number
  /// and returned.
  template <class IsEqual>
  [[nodiscard]] std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t next, IsEqual is_equal) {
    if ((used_ + 1) * 5 > slots_.size() * 4) grow(slots_.empty() ? 64 : slots_.size() * 2);
    const auto mark = static_cast<std::uint32_t>(hash >> 32);
    for (auto at = mark & mask();; at = (at + 1) & mask()) {
      auto& here = slots_[at];
      if (here.number == none) {
        ++used_;
        here = {mark, next};
        return next;
      }
      if (here.mark == mark && is_equal(here.number)) return here.number;
    }
  }

  /// Makes room for that many elements.
  void reserve(std::size_t elements) {
    const auto slots = std::bit_ceil(std::max<std::size_t>(64, elements / 4 * 5 + 5));
    if (slots > slots_.size()) grow(slots);
  }
  /// An element with this hash is looked for soon. Inline in any case: GCC leaves out calls of functions that do nothing else.
  [[gnu::always_inline]] void fetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[static_cast<std::uint32_t>(hash >> 32) & mask()], 1);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct slot {
    std::uint32_t mark = 0;
    std::uint32_t number = none;
  };

  [[nodiscard]] std::uint32_t mask() const { return static_cast<std::uint32_t>(slots_.size() - 1); }
  void grow(std::size_t slots) {
    std::vector<slot> old(slots);
    old.swap(slots_);
    for (const auto& one : old) {
      if (one.number == none) continue;
      auto at = one.mark & mask();
      while (slots_[at].number != none) at = (at + 1) & mask();
      slots_[at] = one;
    }
  }

  std::vector<slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace laundromat
