// Names the fields of a table by its header.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

struct field_names {
  std::vector<std::string> names;     ///< all different, none empty
  std::vector<std::string> messages;  ///< one for each name that is not that of the header
};

/// Names for `fields` fields: those of the header, without white space around them; `field_3` where it has none; `name_2` for the second field
/// of that name.
[[nodiscard]] field_names name_fields(const std::vector<std::string>& header, std::size_t fields);

/// Whether a text is a name of the header, but for white space around it and the case of ASCII letters.
[[nodiscard]] bool is_name_again(std::string_view text, std::string_view name);

/// Whether a row, a range of texts, is the header of the table again, as where several tables were joined; a byte order mark may be before it.
/// In a table of one field it may be a value: then it is not.
template <class Row>
[[nodiscard]] bool is_header_again(const Row& row, const std::vector<std::string>& header) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (header.size() < 2 || row.size() != header.size()) return false;
  std::string_view first = row[0];
  if (first.starts_with(mark)) first.remove_prefix(mark.size());
  return is_name_again(first, header[0]) &&
         std::equal(row.begin() + 1, row.end(), header.begin() + 1,
                    [](std::string_view text, std::string_view name) { return is_name_again(text, name); });
}

}  // namespace laundromat
