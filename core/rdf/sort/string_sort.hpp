// Sorts strings that have long common prefixes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace laundromat {

/// A string to sort. Eight bytes after its end must be readable.
struct sort_item {
  const char* at;
  std::uint32_t left;       ///< its length
  std::uint32_t number;     ///< the caller's
  std::uint64_t cache = 0;  ///< the sorter's: the next eight bytes as a number with the same order
};

/// Sorts `items` by their bytes. No string is a prefix of another one unless the two are equal. `at`, `left` and `cache` are undefined
/// afterwards: `number` identifies the item. Equal ones come in any order. Memory: a few ranges for each factor of two in the number of
/// items, kept in `room`. Source: Bentley and Sedgewick, Fast Algorithms for Sorting and Searching Strings; Ng and Kakehi, Cache Efficient
/// Radix Sort for String Sorting.
class string_sorter {
 public:
  void sort(std::span<sort_item> items);

 private:
  struct range {
    sort_item *begin, *end;
    bool has_cache;
  };
  void partition(const range& part);

  std::vector<range> waiting_;
};

}  // namespace laundromat
