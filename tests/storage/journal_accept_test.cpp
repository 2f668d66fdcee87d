// Tests of a journal that another program changed: it is reported, and accepted only when all other checks pass.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_accept.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>

#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_schema.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

}  // namespace

class changed_journal : public journal_test {
 protected:
  void SetUp() override {
    journal_test::SetUp();
    for (int i = 0; i < 20; ++i) parsed_crawl(i);
    ASSERT_TRUE(j().checkpoint());
    journal_.reset();
  }
  /// Changes the journal as `sqlite3` does.
  void touch(const std::string& sql) const {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }
  /// The error of a reader; empty: none.
  [[nodiscard]] std::string read_error() const {
    auto db = journal::open(file(), journal_mode::read_only);
    if (!db) return to_string(db.error());
    const auto found = db->find_damage();
    if (!found) return to_string(found.error());
    return found->empty() ? "" : found->front();
  }
  [[nodiscard]] result<void> accept() const {
    return accept_journal(data_folder::open(folder_.path()).value());
  }
};

TEST_F(changed_journal, it_is_reported_with_the_command_that_accepts_it) {
  touch("UPDATE seeds SET priority = 7");
  EXPECT_NE(read_error().find("verify --accept-journal"), std::string::npos) << read_error();
}

TEST_F(changed_journal, it_is_accepted_with_new_checksums_and_the_old_one_is_kept) {
  for (const auto* sql : {"UPDATE seeds SET priority = 7", "UPDATE seeds SET priority = 8; VACUUM",
                          "PRAGMA journal_mode = DELETE; UPDATE seeds SET priority = 9"}) {
    touch(sql);
    ASSERT_NE(read_error(), "") << sql;
    const auto done = accept();
    ASSERT_TRUE(done) << sql << ": " << to_string(done.error());
    EXPECT_EQ(read_error(), "") << sql;
    EXPECT_EQ(static_cast<int>(read_file(file())[20]), page_checksum_bytes);
    EXPECT_TRUE(fs::exists(folder_.path() / kept_journal_name));
    EXPECT_FALSE(fs::exists(folder_.path() / "journal.sqlite.accepting"));
    reopen();
    EXPECT_TRUE(j().check());
    EXPECT_EQ(j().seed(md5("http://example.org/3"))->priority,
              std::string{sql}.find("= 7") != std::string::npos   ? 7
              : std::string{sql}.find("= 8") != std::string::npos ? 8
                                                                  : 9);
    journal_.reset();
  }
}

TEST_F(changed_journal, its_records_are_counted_again) {
  for (const auto* sql :
       {"UPDATE counts SET total = total + 1", "UPDATE counts SET past = 3", "DELETE FROM counts",
        "UPDATE cleans SET sources = 5", "UPDATE entries SET status = 12, cause = 38 WHERE id = 2"}) {
    touch(sql);
    ASSERT_NE(read_error(), "") << sql;
    const auto done = accept();
    ASSERT_TRUE(done) << sql << ": " << to_string(done.error());
    EXPECT_EQ(read_error(), "") << sql;
  }
}

TEST_F(changed_journal, a_journal_that_fails_a_check_is_not_accepted_and_not_changed) {
  touch("UPDATE seeds SET priority = 7");
  const auto whole = read_file(file());
  for (const auto* sql :
       {"PRAGMA foreign_keys = OFF; DELETE FROM seeds WHERE id = 3", "UPDATE entries SET clean = NULL",
        "PRAGMA foreign_keys = OFF; UPDATE hops SET entry = 9999 WHERE entry = 2"}) {
    std::ofstream{file(), std::ios::binary | std::ios::trunc} << whole;
    touch(sql);
    const auto before = read_file(file());
    EXPECT_EQ(accept().error().code, errc::journal_damaged) << sql;
    EXPECT_EQ(read_file(file()), before);
    EXPECT_FALSE(fs::exists(folder_.path() / kept_journal_name));
  }
  // Overwrites a page of a table.
  auto damaged = whole;
  const auto at = damaged.find("http://example.org/7");
  ASSERT_NE(at, damaged.npos);
  damaged.replace(at / 4096 * 4096, 64, std::string(64, '\x11'));
  std::ofstream{file(), std::ios::binary | std::ios::trunc} << damaged;
  EXPECT_EQ(accept().error().code, errc::journal_damaged);
  EXPECT_EQ(read_file(file()), damaged);
}

TEST_F(changed_journal, it_is_not_accepted_while_another_program_has_it_open) {
  touch("UPDATE seeds SET priority = 7");
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN; SELECT * FROM seeds", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ(accept().error().code, errc::journal_failed);
  sqlite3_close(other);
  EXPECT_TRUE(accept());
}

TEST_F(changed_journal, pages_written_before_the_first_one_also_have_checksums) {
  // More than the cache of a connection: pages are written before the first one, which declares checksums.
  const auto fill = [](database& db) {
    db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160) INSERT INTO robots "
        "(authority, fetched_ms, expires_ms, status, body) "
        "SELECT "
        "'host' || i, 1, 1, '200', randomblob(512000) FROM n");
  };
  {
    auto db = database::open(file(), database_access::read_write, page_check::unchecked);
    fill(db);
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  ASSERT_NE(read_error(), "");
  const auto accepted = accept();
  EXPECT_TRUE(accepted) << to_string(accepted.error());
  EXPECT_EQ(read_error(), "");

  const auto old = folder_.path() / "old.sqlite";
  {
    auto db = database::open(old, database_access::read_write);
    migrate(db, journal_steps().first(checksums_since - 1), folder_.path() / "unused");
    fill(db);
  }
  {
    auto db = journal::open(old, journal_mode::read_write);
    ASSERT_TRUE(db) << to_string(db.error());
    ASSERT_TRUE(db->checkpoint());
  }
  auto db = journal::open(old, journal_mode::read_only);
  ASSERT_TRUE(db) << to_string(db.error());
  EXPECT_EQ(db->find_damage().value(), std::vector<std::string>{});
}

}  // namespace laundromat
