// The elements beyond the limit of nesting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/keyed_table.hpp"

namespace laundromat::rdfa {

/// Keeps the names of open elements that are left out, so that their end tags are known. Memory: `most_named` names; beyond, elements are only
/// counted.
class deep_elements {
 public:
  static constexpr std::size_t most_named = 65'536;

  [[nodiscard]] bool empty() const { return names_.empty(); }
  void open(std::uint64_t hash);
  /// Whether an end tag belongs to one of them, or to no open element; closes those within. `is_below`: an element within the limit
  /// has the name; then all of these end, and the end tag belongs to that element.
  [[nodiscard]] bool end(std::uint64_t hash, bool is_below);

 private:
  std::vector<std::uint64_t> names_;
  keyed_map<std::uint64_t, std::uint32_t> counts_;  ///< of `names_`
  std::uint64_t unnamed_ = 0;
};

}  // namespace laundromat::rdfa
