// Implements dialect_of.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/table_dialect.hpp"

#include "core/extraction/model/data_format.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::csvw {

dialect dialect_of(const table& description, std::string_view media_type) {
  auto made = description.table_dialect.value_or(dialect{});
  const auto type = lower_case(media_type);
  const auto url = std::string_view(description.url);
  const auto format = guess_data_format(type, url.substr(0, url.find_first_of("?#")), {});
  if (format == data_format::tsv && !made.has_delimiter) made.delimiter = "\t";
  if (type.find("header=absent") != type.npos && !made.has_header) made.header_rows = 0;
  return made;
}

}  // namespace laundromat::csvw
