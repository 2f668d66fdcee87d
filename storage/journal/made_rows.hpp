// A table of SQL whose rows are made by a function, so that one statement inserts many: INSERT INTO t SELECT c0, c1 FROM made_rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

struct sqlite3_context;

namespace laundromat {

/// Takes the value of one column.
class made_value {
 public:
  explicit made_value(sqlite3_context* context) : context_(context) {}

  void integer(std::int64_t value);
  /// Both must stay until the next row.
  void text(std::string_view value);
  void blob(std::string_view value);

 private:
  sqlite3_context* context_;
};

/// The rows of the table `made_rows` of a connection, which has the columns c0 to c12. Without rows it is empty.
struct row_maker {
  std::size_t rows = 0;
  std::function<void(std::size_t row, int column, made_value value)> make = {};
};

}  // namespace laundromat
