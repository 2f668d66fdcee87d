// Tests that a database has the values of records as they are.
// SPDX-License-Identifier: Apache-2.0
#include "storage/dumps/record_database.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "core/extraction/model/data_record.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

struct no_account final : account_sink {
  void on_defect(const defect& /*found*/) override {}
};

/// A value of a row with its type, as `integer 1`.
std::string typed_cell(sqlite3_stmt* row, int column) {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
  const auto type = sqlite3_column_type(row, column);
  if (bytes == nullptr) return "null";
  static constexpr const char* names[] = {"", "integer ", "real ", "text ", "blob "};
  return names[type] + std::string(bytes, size);
}

class database_of_records : public testing::Test {
 protected:
  void open(const std::string& table = "records", const std::vector<std::string>& columns = {}) {
    auto made = record_database::create(file_, table, columns);
    ASSERT_TRUE(made) << made.error().detail;
    database_ = *std::move(made);
  }
  result<void> write(const data_record& record) { return database_->write(record.root(), {}, account_); }
  /// The columns, and then the cells of each row, a line each.
  [[nodiscard]] std::vector<std::string> select(const std::string& sql) {
    EXPECT_TRUE(database_->finish_records());
    std::vector<std::string> lines;
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open_v2(file_.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
    sqlite3_stmt* rows = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(db, sql.c_str(), -1, &rows, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    std::string line;
    for (int i = 0; i < sqlite3_column_count(rows); ++i)
      line += (i > 0 ? "|" : "") + std::string(sqlite3_column_name(rows, i));
    lines.push_back(line);
    while (sqlite3_step(rows) == SQLITE_ROW) {
      line.clear();
      for (int i = 0; i < sqlite3_column_count(rows); ++i) line += (i > 0 ? "|" : "") + typed_cell(rows, i);
      lines.push_back(line);
    }
    sqlite3_finalize(rows);
    sqlite3_close(db);
    return lines;
  }

  temporary_folder folder_;
  std::string file_ = (folder_.path() / "r.sqlite").string();
  std::unique_ptr<record_database> database_;
  no_account account_;
};

TEST_F(database_of_records, has_each_value_with_its_type_X05) {
  open();
  data_record record;
  record.begin_map();
  record.add_text("1", "text");
  record.add_text(std::string_view("a\0b", 3), "zero");
  record.add_number("9223372036854775807", "long");
  record.add_number("9223372036854775808", "longer");
  record.add_number("-123456789012345678901234567890", "longest");
  record.add_number("1.5", "real");
  record.add_number("0.12345678901234567", "exact");
  record.add_number("1e400", "huge");
  record.add_boolean(true, "yes");
  record.add_boolean(false, "no");
  record.add_null("none");
  record.begin_list("list");
  record.add_number("1");
  record.add_text("x");
  record.end();
  record.end();
  ASSERT_TRUE(write(record));
  data_record other;
  other.begin_map();
  other.add_text("", "new");
  other.end();
  ASSERT_TRUE(write(other));
  const auto rows = select("SELECT * FROM records");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0], "text|zero|long|longer|longest|real|exact|huge|yes|no|none|list|new");
  EXPECT_EQ(rows[1],
            "text 1|text " + std::string("a\0b", 3) +
                "|integer 9223372036854775807|text 9223372036854775808|text -123456789012345678901234567890|"
                "real 1.5|text 0.12345678901234567|text 1e400|integer 1|integer 0|null|text [1,\"x\"]|null");
  EXPECT_EQ(rows[2], "null|null|null|null|null|null|null|null|null|null|null|null|text ");
}

TEST_F(database_of_records, has_a_column_for_each_name_whatever_it_is_X05) {
  open();
  const std::string_view names[] = {"a",        "A",        "a_2",
                                    "",         "value",    "say \"x\"; DROP TABLE records --",
                                    "\xC3\xA4", "\xC3\x84", std::string_view("a\0", 2),
                                    "rowid"};
  data_record record;
  record.begin_map();
  for (const auto name : names) record.add_text(name.empty() ? "empty" : name.substr(0, 1), name);
  record.end();
  ASSERT_TRUE(write(record));
  const auto rows = select("SELECT * FROM records");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0],
            "a|A_2|a_2_2|value|value_2|say \"x\"; DROP TABLE records --|\xC3\xA4|\xC3\x84|a_3|rowid");
  EXPECT_EQ(rows[1], "text a|text A|text a|text empty|text v|text s|text \xC3|text \xC3|text a|text r");
}

TEST_F(database_of_records, has_the_stated_columns_also_without_values_X05) {
  open("records", {"b", "none", "a"});
  data_record record;
  record.begin_map();
  record.add_text("1", "a");
  record.add_text("2", "c");
  record.end();
  ASSERT_TRUE(write(record));
  EXPECT_EQ(select("SELECT * FROM records"),
            (std::vector<std::string>{"b|none|a|c", "null|null|text 1|text 2"}));
}

TEST_F(database_of_records, refuses_more_columns_than_a_table_can_have_and_leaves_nothing_X05) {
  open();
  std::vector<std::string> names;
  for (int i = 0; i < 2'001; ++i) names.push_back("f" + std::to_string(i));
  data_record record;
  record.begin_map();
  for (const auto& name : names) record.add_text("x", name);
  record.end();
  const auto written = write(record);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, errc::limit_exceeded);
  database_.reset();
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(database_of_records, has_a_table_of_any_name_also_without_records_X05) {
  open("sqlite_odd \"name\"");
  EXPECT_EQ(select("SELECT * FROM \"records_sqlite_odd \"\"name\"\"\""), std::vector<std::string>{"value"});
}

}  // namespace
}  // namespace laundromat
