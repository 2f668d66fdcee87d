// What the records of a document have in common.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/record_schema.hpp"

#include <numeric>

namespace laundromat {

std::string_view name_of(data_kind kind) {
  constexpr std::array<std::string_view, value_kind_count> names{"null", "boolean", "number",
                                                                 "text", "list",    "map"};
  return names[static_cast<std::size_t>(kind)];
}

std::uint64_t field_statistics::present() const {
  return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0});
}

}  // namespace laundromat
