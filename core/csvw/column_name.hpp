// Names of columns, which are also variables of URI templates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/metadata.hpp"

namespace laundromat::csvw {

/// Whether metadata may use the name: a variable of RFC 6570 that does not begin with `_`.
[[nodiscard]] bool is_column_name(std::string_view name);
/// The name of a column that states none: its first title in `language` or in no known one, with percent codes; else `_col.3` by its place.
[[nodiscard]] std::string name_of_column(const std::vector<tagged_text>& titles, std::string_view language,
                                         std::size_t place);
/// A name without its percent codes.
[[nodiscard]] std::string decoded_name(std::string_view name);

}  // namespace laundromat::csvw
