// Primary and foreign keys: whether rows are unique, and whether the rows are there that others refer to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

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

/// The rows of one table by their primary key. Memory: the keys.
class primary_key_check {
 public:
  primary_key_check(const std::vector<std::string>& names, const std::vector<prepared_column>& columns)
      : columns_(names.empty() ? std::nullopt : key_columns::find(names, columns)) {}
  /// What is wrong with the row; empty: nothing.
  [[nodiscard]] std::string check(const table_row& row);

 private:
  std::optional<key_columns> columns_;
  std::map<std::string, std::uint64_t> rows_;  ///< the first row in the text with each key
};

/// Foreign keys across the tables of a group. Memory: the keys of both sides.
class foreign_key_check {
 public:
  explicit foreign_key_check(const table_group& group);
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
  const table_group& group_;
  std::vector<key> keys_;
};

}  // namespace laundromat::csvw
