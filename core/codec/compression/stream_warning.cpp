// Counts every warning and keeps the first ones of each code.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/stream_warning.hpp"

#include <algorithm>
#include <utility>

namespace laundromat {

void warning_log::add(errc code, std::uint64_t offset_bytes, std::string message) {
  add(code, text_position{offset_bytes, 0, 0}, std::move(message));  // compressed bytes have no lines
}

void warning_log::add(errc code, const text_position& place, std::string message) {
  if (++counts_[code] <= rows_per_code)
    rows_.push_back({code, place.offset_bytes, std::move(message), place.line, place.column});
}

void warning_log::add_all(const warning_log& others) {
  for (const auto& [code, count] : others.counts_) {
    auto room = rows_per_code - std::min(rows_per_code, counts_[code]);
    for (const auto& row : others.rows_)
      if (row.code == code && room > 0) --room, rows_.push_back(row);
    counts_[code] += count;
  }
}

std::uint64_t warning_log::count(errc code) const {
  const auto found = counts_.find(code);
  return found == counts_.end() ? 0 : found->second;
}

}  // namespace laundromat
