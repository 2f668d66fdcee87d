// Tests of keys in tables with very many rows.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/key_check.hpp"

#include <gtest/gtest.h>

namespace laundromat::csvw {
namespace {

/// Table 0 refers to table 1, both by their only column.
class many_keys : public testing::Test {
 protected:
  many_keys() {
    column only;
    only.name = "k";
    columns_.emplace_back(only, 1, 1);
    group_.tables.resize(2);
    group_.tables[0].url = "http://e.org/from";
    group_.tables[1].url = "http://e.org/to";
    group_.tables[0].table_schema.foreign_keys.push_back({{"k"}, group_.tables[1].url, {}, {"k"}});
  }
  static void add_rows(foreign_key_check& keys, std::size_t table, int count) {
    table_row row;
    row.cells.resize(1);
    for (int i = 0; i < count; ++i) {
      row.source_number = static_cast<std::uint64_t>(i) + 1;
      row.cells[0].values = {{std::to_string(i)}};
      keys.add(table, row);
    }
  }
  /// Compares so many rows with fewer.
  problem_list compare(std::uint64_t limit_bytes, int rows, int referenced) {
    foreign_key_check keys(group_, limit_bytes);
    keys.begin_table(0, columns_);
    add_rows(keys, 0, rows);
    keys.begin_table(1, columns_);
    add_rows(keys, 1, referenced);
    problem_list found(10);
    keys.finish(found);
    return found;
  }

  std::vector<prepared_column> columns_;
  table_group group_;
};

TEST_F(many_keys, are_compared_within_their_limit_X05) {
  constexpr int rows = 250'000;
  const auto found = compare(most_key_bytes, rows, rows - 20);
  EXPECT_EQ(found.count(severity::invalid), 20U);
  ASSERT_EQ(found.all().size(), 10U);
  EXPECT_EQ(found.all().front().row, rows - 19U);
}

TEST_F(many_keys, beyond_their_limit_are_not_compared_and_that_is_said_once_X05) {
  const auto found = compare(1'000'000, 300'000, 1);
  EXPECT_EQ(found.count(severity::invalid), 0U);
  ASSERT_EQ(found.all().size(), 1U);
  EXPECT_EQ(found.all().front().message,
            "foreign keys are not checked, because they need more than 1,000,000 bytes");
}

}  // namespace
}  // namespace laundromat::csvw
