// Names the fields of a table by its header.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace laundromat {

struct field_names {
  std::vector<std::string> names;     ///< all different, none empty
  std::vector<std::string> messages;  ///< one for each name that is not that of the header
};

/// Names for `fields` fields: those of the header, without white space around them; `field_3` where it has none; `name_2` for the second field
/// of that name.
[[nodiscard]] field_names name_fields(const std::vector<std::string>& header, std::size_t fields);

}  // namespace laundromat
