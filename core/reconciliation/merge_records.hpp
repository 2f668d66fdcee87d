// One record made of several that describe the same thing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"

namespace laundromat {

struct merged_input {
  std::string_view id;
  data_value record;  ///< a map
};

/// Which records have a value of the merged record.
struct value_origin {
  std::string field;
  std::uint64_t place = 0;       ///< in the list that the field has become; 0 for the only value
  std::vector<std::string> ids;  ///< in the order of the records

  friend bool operator==(const value_origin&, const value_origin&) = default;
};

/// Fills `out` with all fields of the records. A field with different values becomes a list of them, each once. Lists are joined: each item is
/// there as often as in the list that has it most often. Null and empty texts give way to other values and to lists; of both kinds the
/// first stays. Values with the same tree are equal; maps are not merged inside. Fields and values are in
/// the order in which they come first. `out` has views of the records. Time: linear in the records.
/// Errors: `invalid_argument` for a record that is no map.
[[nodiscard]] result<std::vector<value_origin>> merge_records(std::span<const merged_input> records,
                                                              data_record& out);

}  // namespace laundromat
