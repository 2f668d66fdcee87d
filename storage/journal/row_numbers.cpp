// Searches runs of numbers, and counts in pages of bytes.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/row_numbers.hpp"

#include <algorithm>

namespace laundromat {

bool row_set::contains(row_id id) const {
  const auto after = std::ranges::upper_bound(runs_, id, {}, &run::first);
  return after != runs_.begin() && id <= std::prev(after)->last;
}

void reference_counts::add(row_id id, bool is_marked) {
  const auto number = id >> 16;
  if (last_ == nullptr || number != last_number_) {
    auto& known = pages_[number];
    if (!known) known = std::make_unique<page>();
    last_ = known.get();
    last_number_ = number;
  }
  auto& count = (*last_)[static_cast<std::size_t>(id & (rows_a_page - 1))];
  if (count == 0) {
    count = 1;
    ++size_;
  }
  if (!is_marked) return;
  if (count == is_many) {
    ++many_[id];
  } else if (++count == is_many) {
    many_[id] = is_many - 1;
  }
}

std::optional<std::int64_t> reference_counts::marked(row_id id) const {
  const auto found = pages_.find(id >> 16);
  if (found == pages_.end()) return std::nullopt;
  const auto count = (*found->second)[static_cast<std::size_t>(id & (rows_a_page - 1))];
  if (count == 0) return std::nullopt;
  return count == is_many ? many_.at(id) : count - 1;
}

}  // namespace laundromat
