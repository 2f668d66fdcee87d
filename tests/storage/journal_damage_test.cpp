// Tests of a damaged journal: a flipped bit is reported, or changes no row.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <map>
#include <random>

#include "storage/journal/index_check.hpp"
#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_schema.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

/// Every row of every table, read without checksums.
std::string all_rows(const fs::path& file) {
  sqlite3* db = nullptr;
  std::string text;
  if (sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) return "unreadable";
  std::vector<std::string> tables;
  const auto name = [](void* out, int, char** cells, char**) {
    static_cast<std::vector<std::string>*>(out)->emplace_back(cells[0]);
    return 0;
  };
  const auto add = [](void* out, int count, char** cells, char**) {
    for (int i = 0; i < count; ++i)
      static_cast<std::string*>(out)->append(cells[i] ? cells[i] : "NULL").append("|");
    return 0;
  };
  if (sqlite3_exec(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", name, &tables,
                   nullptr))
    text = "unreadable";
  for (const auto& table : tables)
    if (sqlite3_exec(db, ("SELECT * FROM \"" + table + '"').c_str(), add, &text, nullptr))
      text += "unreadable";
  sqlite3_close(db);
  return text;
}

}  // namespace

class damaged_journal : public journal_test {
 protected:
  void SetUp() override {
    journal_test::SetUp();
    add("http://example.org/never-crawled");
    for (int i = 0; i < 60; ++i) {
      if (i % 5 == 0)
        fail_it(guessed_crawl(i));
      else
        parsed_crawl(i);
    }
    ASSERT_TRUE(j().checkpoint());
    journal_.reset();
    whole_ = read_file(file());
    rows_ = all_rows(file());
  }
  void put(const std::string& bytes) { std::ofstream{file(), std::ios::binary | std::ios::trunc} << bytes; }
  /// The error of a reader; empty: none.
  [[nodiscard]] std::string read_error() const {
    auto db = journal::open(file(), journal_mode::read_only);
    if (!db) return to_string(db.error());
    const auto found = db->find_damage();
    if (!found) return to_string(found.error());
    return found->empty() ? "" : found->front();
  }

  std::string whole_, rows_;
};

TEST_F(damaged_journal, every_flipped_bit_is_reported_or_changes_no_row) {
  ASSERT_EQ(read_error(), "");
  const auto seed = std::random_device{}();
  std::mt19937 dice{seed};
  int silent = 0;
  for (int i = 0; i < 120; ++i) {
    auto bytes = whole_;
    const auto bit = std::uniform_int_distribution<std::size_t>{0, bytes.size() * 8 - 1}(dice);
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    put(bytes);
    if (!read_error().empty()) continue;
    ++silent;
    EXPECT_EQ(all_rows(file()), rows_) << "bit " << bit << ", seed " << seed;
  }
  EXPECT_LT(silent, 12) << "seed " << seed;
}

TEST_F(damaged_journal, every_bit_of_the_first_hundred_bytes_is_reported) {
  for (std::size_t bit = 0; bit < 800; ++bit) {
    auto bytes = whole_;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    put(bytes);
    EXPECT_NE(read_error(), "") << "bit " << bit;
  }
}

TEST_F(damaged_journal, an_engine_does_not_start_on_a_page_that_changed) {
  auto bytes = whole_;
  const auto at = bytes.find("http://example.org/7");
  ASSERT_NE(at, bytes.npos);
  bytes[at + 19] = '8';
  put(bytes);
  auto db = journal::open(file(), journal_mode::read_write);
  ASSERT_TRUE(db) << to_string(db.error());
  EXPECT_EQ(db->check().error().code, errc::journal_damaged);
}

TEST_F(damaged_journal, other_programs_read_it_and_its_checksums_are_correct_after_checkpoints) {
  EXPECT_EQ(static_cast<int>(whole_[20]), page_checksum_bytes);
  EXPECT_NE(rows_.find("http://example.org/59"), std::string::npos);
  for (int round = 0; round < 3; ++round) {
    reopen();
    for (int i = 0; i < 50; ++i) add("http://example.net/" + std::to_string(round * 100 + i));
    ASSERT_TRUE(j().checkpoint());
    journal_.reset();
    EXPECT_EQ(read_error(), "");
  }
}

TEST_F(damaged_journal, a_reference_to_a_missing_row_is_reported) {
  sqlite3* db = nullptr;
  const auto run = [&](const char* sql) {
    ASSERT_EQ(sqlite3_open_v2(file().c_str(), &db, SQLITE_OPEN_READWRITE, checksum_file_system()), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  };
  for (const auto* sql : {"UPDATE entries SET clean = 9999 WHERE status = 10",
                          "DELETE FROM seeds WHERE id = 3",
                          "UPDATE hops SET entry = 9999 WHERE entry = 2",
                          "UPDATE entries SET clean = NULL WHERE id = 2",
                          "UPDATE entries SET status = 77 WHERE id = 2",
                          "UPDATE counts SET total = total + 1 WHERE what = 1",
                          "UPDATE counts SET past = 1 WHERE what = 3",
                          "DELETE FROM counts",
                          "UPDATE cleans SET sources = 0 WHERE id = 1",
                          "UPDATE entries SET clean = 9999 WHERE clean IS NOT NULL",
                          "UPDATE entries SET history = history || '[' WHERE id = 2",
                          "UPDATE entries SET history = history || ',[01]' WHERE id = 2",
                          "UPDATE entries SET seed = 9999 WHERE id = 2",
                          "UPDATE entries SET root = 9999 WHERE id = 2",
                          "UPDATE entries SET parent = 9999 WHERE id = 2",
                          "UPDATE entries SET encoding = 9999 WHERE id = 2",
                          "UPDATE entries SET media_type = 9999 WHERE id = 2",
                          "UPDATE entries SET charset = 9999 WHERE id = 2",
                          "UPDATE entries SET encodings = 9999 WHERE id = 2",
                          "UPDATE entries SET formats = 9999 WHERE id = 2",
                          "UPDATE entries SET declares = 9999 WHERE id = 2",
                          "UPDATE entries SET delta_from = 9999 WHERE id = 2",
                          "UPDATE seeds SET authority = 9999 WHERE id = 1",
                          "UPDATE seeds SET present = 9999 WHERE id = 1",
                          "UPDATE seeds SET document = 9999 WHERE id = 1",
                          "UPDATE hops SET address = 9999 WHERE entry = 2",
                          "INSERT INTO defect_counts VALUES (9999, 4, 1, 1)",
                          "INSERT INTO decoded_contents VALUES (9999, 0, 0, 0, 0, x'')",
                          "INSERT INTO segment_parts VALUES (9999, 2, x'', 1, 0, 1)"}) {
    put(whole_);
    run(sql);
    EXPECT_NE(read_error(), "") << sql;
  }
}

/// The indexes that a declaration made, with their tables.
std::map<std::string, std::string> declared_indexes(const fs::path& file) {
  auto db = database::open(file, database_access::read_only);
  std::map<std::string, std::string> tables;
  auto c = db.query("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
  while (c.next()) tables[c.text(0)] = c.text(1);
  return tables;
}

/// Runs SQL on a connection that does not know an index, whose entries therefore stay as they are; `declared` replaces its declaration.
void change_without(const fs::path& file, const std::string& index, const std::string& sql,
                    const std::string& declared = "sql") {
  std::string row;
  const auto change_schema = [&](const std::string& change) {
    auto db = database::open(file, database_access::read_write);
    db.execute("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON");
    db.execute(change);
  };
  {
    auto db = database::open(file, database_access::read_write);
    auto c = db.query_text(
        "SELECT quote(type) || ',' || quote(name) || ',' || quote(tbl_name) || ',' || "
        "rootpage || ',' || quote(" +
            declared + ") FROM sqlite_schema WHERE name = ?1",
        index);
    ASSERT_TRUE(c.next()) << index;
    row = c.text(0);
  }
  change_schema("DELETE FROM sqlite_schema WHERE name = '" + index + "'");
  database::open(file, database_access::read_write).execute(sql);
  change_schema("INSERT INTO sqlite_schema VALUES (" + row + ")");
}

struct verdicts {
  bool full = false;   ///< of `PRAGMA integrity_check`
  bool scans = false;  ///< of `PRAGMA quick_check` and `indexes_match`
};

verdicts judge(const fs::path& file) {
  auto db = database::open(file, database_access::read_only);
  const auto is_ok = [&](const char* check) {
    auto c = db.query(check);
    return c.next() && c.text(0) == "ok";
  };
  return {is_ok("PRAGMA integrity_check"), is_ok("PRAGMA quick_check") && indexes_match(db)};
}

TEST_F(damaged_journal, an_index_that_lacks_entries_or_has_others_is_found_as_by_the_full_check_of_sqlite) {
  put(whole_);
  EXPECT_TRUE(judge(file()).full);
  EXPECT_TRUE(judge(file()).scans);
  int damaged = 0;
  for (const auto& [index, table] : declared_indexes(file())) {
    put(whole_);
    change_without(
        file(), index,
        table == "defect_counts" ? "UPDATE defect_counts SET rule = rule + 1"
        : table == "announcements"
            ? "INSERT INTO announcements (seed, announced_by, kind, first_ms, last_ms) VALUES (1, 1, 1, 1, 1)"
        : table == "sitemap_joins"
            ? "INSERT INTO sitemap_joins (seed, is_parent, named, uri) VALUES (1, 1, x'00', '')"
            : "UPDATE " + table + " SET rowid = rowid + 100000 WHERE rowid IN (SELECT max(rowid) FROM " +
                  table + " UNION SELECT min(rowid) FROM " + table + ')');
    const auto found = judge(file());
    EXPECT_EQ(found.scans, found.full) << index;
    damaged += found.full ? 0 : 1;
    if (index == "entries_by_hash") {
      EXPECT_NE(read_error(), "");
    }
  }
  EXPECT_GE(damaged, 12);
}

TEST_F(damaged_journal, an_index_in_another_order_is_found) {
  for (const auto& [index, declared] :
       {std::pair{"seeds_by_turn", "replace(sql, 'added_ms', 'added_ms DESC')"},
        {"cleans_by_statements", "replace(sql, '(statements)', '(bytes)')"},
        {"entries_by_hash", "replace(sql, '1, 6', '2, 6')"},
        {"seeds_by_authority", "replace(sql, 'priority DESC', 'priority')"}}) {
    put(whole_);
    change_without(file(), index, "UPDATE seeds SET priority = id % 3, added_ms = id WHERE false", declared);
    const auto found = judge(file());
    EXPECT_EQ(found.scans, found.full) << index;
  }
}

TEST_F(damaged_journal, a_unique_index_with_an_entry_twice_is_found) {
  put(whole_);
  auto db = database::open(file(), database_access::read_write);
  db.execute("PRAGMA writable_schema = ON");
  db.execute("UPDATE sqlite_schema SET sql = replace(sql, ' UNIQUE', '') WHERE name = 'authorities'");
  db.execute(
      "UPDATE sqlite_schema SET name = 'authorities_by_name', sql = 'CREATE INDEX authorities_by_name ON "
      "authorities (name)' WHERE name = 'sqlite_autoindex_authorities_1'");
  database::open(file(), database_access::read_write)
      .execute("INSERT INTO authorities (name) SELECT name FROM authorities LIMIT 1");
  EXPECT_TRUE(judge(file()).scans) << "the index is not unique";
  db.execute(
      "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE INDEX', 'CREATE UNIQUE INDEX') WHERE name = "
      "'authorities_by_name'");
  EXPECT_FALSE(judge(file()).full);
  EXPECT_FALSE(judge(file()).scans);
}

TEST_F(damaged_journal, journals_of_the_version_before_get_checksums) {
  const auto old = folder_.path() / "old.sqlite";
  {
    auto db = database::open(old, database_access::read_write);
    migrate(db, journal_steps().first(checksums_since - 1), folder_.path() / "unused");
    db.execute(
        "INSERT INTO seeds (hash, uri, authority, relative, status, attempt, added_ms, interval_s, due_ms, "
        "priority) VALUES (x'01', 'http://old.example/', 'old.example:80', 0, 1, 1, 1, 1, 1, 1)");
  }
  EXPECT_EQ(static_cast<int>(read_file(old)[20]), 0);
  {
    auto db = journal::open(old, journal_mode::read_write);
    ASSERT_TRUE(db) << to_string(db.error());
    ASSERT_TRUE(db->checkpoint());
  }
  EXPECT_EQ(static_cast<int>(read_file(old)[20]), page_checksum_bytes);
  auto bytes = read_file(old);
  bytes[bytes.find("http://old.example/") + 7] ^= 1;
  std::ofstream{old, std::ios::binary | std::ios::trunc} << bytes;
  auto db = journal::open(old, journal_mode::read_only);
  EXPECT_FALSE(db && db->find_damage().value_or(std::vector<std::string>{"unreadable"}).empty());
}

}  // namespace laundromat
