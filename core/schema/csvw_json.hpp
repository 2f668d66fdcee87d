// A schema of records as metadata of a table: CSV on the Web.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/schema/record_schema.hpp"

namespace laundromat {

/// How the table is written.
struct written_table {
  char delimiter = ',';
  char quote = '"';  ///< 0: none
  bool has_header = true;
  std::string encoding = "utf-8";

  friend bool operator==(const written_table&, const written_table&) = default;
};

/// The metadata of one table, indented, with a line end. A column for each field of the record with its type and bounds; lists and maps are
/// no fields of a table and become columns of texts. The primary key is the first column that is never empty and whose values are
/// known to be different; without one there is no key.
/// Source: Metadata Vocabulary for Tabular Data (W3C 2015) sections 5.3 to 5.9 and 5.11.
[[nodiscard]] std::string csvw_json(const record_schema& schema, std::string_view table_url,
                                    const written_table& dialect = {});

}  // namespace laundromat
