// Primary and foreign keys: whether rows are unique, and whether the rows are there that others refer to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/csvw/metadata.hpp"
#include "core/csvw/prepared_column.hpp"
#include "core/csvw/problem.hpp"

namespace laundromat::csvw {

/// The columns of a key in a table.
class key_columns {
 public:
  /// Nothing when one of the columns is not there.
  [[nodiscard]] static std::optional<key_columns> find(const std::vector<std::string>& names,
                                                       const std::vector<prepared_column>& columns);
  /// The values of a row as one text, different for different values. A cell without value is one, too.
  [[nodiscard]] std::string values_of(const table_row& row) const;

 private:
  std::vector<std::size_t> places_;
};

/// Of the keys of a document that are kept, with about 100 bytes for each.
constexpr std::uint64_t most_key_bytes = std::uint64_t{256} << 20;

struct key_fault {
  errc rule = errc::ill_typed_field;  ///< or `limit_exceeded`: the key is not compared with those that follow
  std::string message;
};

/// The rows of one table by their primary key. Memory: the keys up to `limit_bytes`. Rows behind that are compared with those before only, and the
/// first one says so.
class primary_key_check {
 public:
  primary_key_check(const std::vector<std::string>& names, const std::vector<prepared_column>& columns,
                    std::uint64_t limit_bytes = most_key_bytes)
      : columns_(names.empty() ? std::nullopt : key_columns::find(names, columns)),
        limit_bytes_(limit_bytes) {}
  /// What is wrong with the row.
  [[nodiscard]] std::optional<key_fault> check(const table_row& row);

 private:
  std::optional<key_columns> columns_;
  std::uint64_t limit_bytes_, bytes_ = 0;
  bool is_full_ = false;
  std::map<std::string, std::uint64_t> rows_;  ///< the first row in the text with each key
};

/// Foreign keys across the tables of a group, for `convert_group`. Memory: the keys of both sides up to `limit_bytes`; where they need more, they are not checked, which is
/// a warning.
class foreign_key_check {
 public:
  explicit foreign_key_check(const table_group& group, std::uint64_t limit_bytes = most_key_bytes);
  void begin_table(std::size_t table, const std::vector<prepared_column>& columns);
  void add(std::size_t table, const table_row& row);
  /// Reports rows that refer to no row, or to several.
  void finish(problem_sink& problems) const;

 private:
  struct reference {
    std::string values;
    std::uint64_t row;
  };
  struct key {
    std::size_t from, to;  ///< tables
    std::vector<std::string> names, referenced_names;
    std::optional<key_columns> columns, referenced_columns;
    std::vector<reference> references;
    std::map<std::string, std::uint64_t> rows;  ///< how many there are with each key
  };
  [[nodiscard]] bool take(const std::string& values);

  const table_group& group_;
  std::uint64_t limit_bytes_, bytes_ = 0;
  std::vector<key> keys_;
};

}  // namespace laundromat::csvw
