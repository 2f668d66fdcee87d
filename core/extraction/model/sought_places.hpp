// Which places of fields have had something, in the records of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laundromat {

class sought_places {
 public:
  explicit sought_places(std::size_t count = 0) : all_(count) {}

  /// A look at a place. True for the first one at it, when nothing is there: what is to be said about it is then found out.
  [[nodiscard]] bool is_first_miss(std::size_t place, bool is_found) {
    auto& known = all_[place];
    const bool is_first = known == search::never && !is_found;
    if (is_found || is_first) known = is_found ? search::found : search::missed;
    return is_first;
  }
  [[nodiscard]] bool was_found(std::size_t place) const { return all_[place] == search::found; }
  [[nodiscard]] bool was_any_found() const { return std::ranges::count(all_, search::found) > 0; }

 private:
  enum class search : std::uint8_t { never, missed, found };
  std::vector<search> all_;
};

}  // namespace laundromat
