// Tests that doc/formats/journal.md lists exactly the tables and columns of the journal.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <set>
#include <string>

#include "tests/places.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

std::set<std::string> columns_of(const std::filesystem::path& file) {
  std::set<std::string> found;
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  const auto add = [](void* out, int, char** cells, char**) {
    static_cast<std::set<std::string>*>(out)->insert(std::string{cells[0]} + "." + cells[1]);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db,
                         "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE "
                         "t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
                         add, &found, nullptr),
            SQLITE_OK);
  sqlite3_close(db);
  return found;
}

/// `table.column` of each row under each heading.
std::set<std::string> columns_on_page(const std::string& page) {
  std::set<std::string> found;
  std::ifstream file{page};
  std::string table;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) table = line.substr(3);
    if (!table.empty() && line.starts_with("| `"))
      found.insert(table + "." + line.substr(3, line.find('`', 3) - 3));
  }
  return found;
}

TEST(journal_page, names_every_table_and_column_and_no_other) {
  const temporary_folder folder;
  const auto file = folder.path() / "journal.sqlite";
  ASSERT_TRUE(journal::open(file, journal_mode::read_write).has_value());
  const auto real = columns_of(file);
  EXPECT_GT(real.size(), 100U);
  EXPECT_EQ(columns_on_page(source_path("doc/formats/journal.md")), real);
}

}  // namespace
}  // namespace laundromat
