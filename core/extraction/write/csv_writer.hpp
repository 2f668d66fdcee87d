// Writes records as a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extraction/model/data_record.hpp"

namespace laundromat {

/// Appends rows as RFC 4180 has them, with LF in place of CRLF when `line_end` says so. A record that is no map is written as a map with one value, `value`.
class csv_writer {
 public:
  /// `columns`: names of fields; of records that are no maps, `value`.
  explicit csv_writer(std::vector<std::string> columns, std::string_view line_end = "\r\n")
      : columns_(std::move(columns)), line_end_(line_end) {}

  void append_header(std::string& out) const;
  /// Lists and maps are written as JSON; a null and a value that the record does not have as empty fields, an empty text as `""`, and so is any of
  /// them in a table of one column.
  /// Returns how many values have a name that is no column, and are left out.
  [[nodiscard]] std::uint64_t append(std::string& out, data_value record);

 private:
  [[nodiscard]] std::uint64_t append_fields(std::string& out, data_value record);
  /// Of a record that is no map.
  [[nodiscard]] std::uint64_t append_whole(std::string& out, data_value record);
  void append_value(std::string& out, data_value value);

  std::vector<std::string> columns_;
  std::string line_end_;
  std::string json_;
};

}  // namespace laundromat
