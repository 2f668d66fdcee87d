// A set of spans of a document, for readers that account for every byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace laundromat {

/// The bytes of all spans that were added, in any order. What one call does takes time by how many spans it joins or drops,
/// not by how many there are.
class span_set {
 public:
  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    auto next = ends_.upper_bound(begin);
    if (next != ends_.begin() && std::prev(next)->second >= begin) {
      --next;
      begin = next->first;
    }
    while (next != ends_.end() && next->first <= end) {
      end = std::max(end, next->second);
      next = ends_.erase(next);
    }
    ends_.emplace_hint(next, begin, end);
  }
  /// Forgets the bytes before `offset`.
  void drop(std::uint64_t offset) {
    while (!ends_.empty() && ends_.begin()->first < offset) {
      const auto end = ends_.begin()->second;
      ends_.erase(ends_.begin());
      if (end > offset) ends_.emplace_hint(ends_.begin(), offset, end);
    }
  }
  [[nodiscard]] bool covers(std::uint64_t begin, std::uint64_t end) const {
    const auto next = ends_.upper_bound(begin);
    return next != ends_.begin() && std::prev(next)->second >= end;
  }
  [[nodiscard]] bool empty() const { return ends_.empty(); }
  void clear() { ends_.clear(); }
  /// Pairs of where one begins and where it ends, from the first on; none touches the next.
  [[nodiscard]] auto begin() const { return ends_.begin(); }
  [[nodiscard]] auto end() const { return ends_.end(); }

 private:
  std::map<std::uint64_t, std::uint64_t> ends_;  ///< by where they begin
};

}  // namespace laundromat
