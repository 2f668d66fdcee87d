// Finds the values at a path within a record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

/// Where names are needed, the name of a record that is no map: of the column of a table, and in a template.
inline constexpr std::string_view name_of_plain_value = "value";

/// Calls `take` with each value at `path`: names of nested maps with dots between them, as in `address.city`; a name of the map itself that is
/// the whole path comes first. A list on the way, and at the end, stands for its items. `.` is the value itself.
template <class Take>
void for_each_value(data_value value, std::string_view path, Take&& take) {
  if (value.is(data_kind::list)) {
    for (const auto item : value) for_each_value(item, path, take);
    return;
  }
  if (path.empty() || path == ".") return take(value);
  if (const auto found = value.find(path)) return for_each_value(*found, {}, take);
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1))
    if (const auto found = value.find(path.substr(0, dot)))
      return for_each_value(*found, path.substr(dot + 1), take);
}

}  // namespace laundromat
