// Sets and counters of row numbers, which are mostly consecutive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "storage/journal/repeated_texts.hpp"

namespace laundromat {

/// A set to which numbers are added in ascending order. Memory: 16 bytes for each gap between them.
class row_set {
 public:
  void add(row_id id) {
    if (!runs_.empty() && id == runs_.back().last + 1)
      runs_.back().last = id;
    else
      runs_.push_back({id, id});
    ++size_;
  }
  [[nodiscard]] bool contains(row_id id) const;
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  struct run {
    row_id first, last;
  };
  std::vector<run> runs_;
  std::uint64_t size_ = 0;
};

/// Counts how often a row is named, and how often with a mark. Memory: a byte for each row near one that is named.
class reference_counts {
 public:
  void add(row_id id, bool is_marked);
  /// The number of names with a mark; nothing for a row that is not named.
  [[nodiscard]] std::optional<std::int64_t> marked(row_id id) const;
  /// The number of rows that are named.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  static constexpr row_id rows_a_page = row_id{1} << 16U;
  /// 0: not named. Else the number of names with a mark, and one more; `is_many`: that number is in `many_`.
  static constexpr std::uint8_t is_many = 255;
  using page = std::array<std::uint8_t, rows_a_page>;

  std::map<row_id, std::unique_ptr<page>> pages_;
  std::map<row_id, std::int64_t> many_;
  page* last_ = nullptr;
  row_id last_number_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace laundromat
