// Tests of opening a journal of an older version.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_state.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

using journal_migration = crawl_test;

TEST_F(journal_migration, of_an_older_journal_sets_the_present) {
  const auto fine = add("http://example.org/a"), down = add("http://example.org/b");
  crawl(fine, "1");
  const auto newest = crawl(fine, "2");
  const auto kept = crawl(down, "3");
  const auto since = crawl_failing(down, errc::host_not_found, false);
  crawl_failing(down, errc::host_not_found, false);
  journal_.reset();
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open_v2(file().c_str(), &db, SQLITE_OPEN_READWRITE, checksum_file_system()), SQLITE_OK);
  const auto back = sqlite3_exec(
      db,
      "DROP INDEX seeds_by_document; DROP INDEX entries_by_base; ALTER TABLE seeds DROP COLUMN present; "
      "ALTER TABLE seeds DROP COLUMN document; ALTER TABLE seeds DROP COLUMN failing_since_ms; ALTER TABLE "
      "entries DROP COLUMN share_bytes; ALTER TABLE entries DROP COLUMN declares; DROP TABLE "
      "declared_prefixes; "
      "ALTER TABLE entries DROP COLUMN ledger_rows_left_out; ALTER TABLE entries DROP COLUMN "
      "ledger_bytes_left_out; ALTER TABLE hosts DROP COLUMN waits_for; ALTER TABLE hosts DROP COLUMN detail; "
      "ALTER TABLE hosts DROP COLUMN place; ALTER TABLE robots DROP COLUMN read_ms; "
      "ALTER TABLE robots DROP COLUMN failing_since_ms; ALTER TABLE robots DROP COLUMN failures; "
      "INSERT INTO robots VALUES ('fine:80', 7, 9, '200', x'61'), ('gone:80', 7, 9, '404', x'62'), "
      "('busy:80', 7, 9, '503', x'63'); DROP TABLE data_folder; DROP TABLE segments; DROP TABLE "
      "segment_parts; ALTER TABLE cleans DROP COLUMN segment; ALTER TABLE cleans DROP COLUMN segment_offset; "
      "PRAGMA user_version = 5",
      nullptr, nullptr, nullptr);
  EXPECT_EQ(back, SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
  reopen();
  EXPECT_EQ(list(status::parsed), (std::vector<record_hash>{newest, kept}));
  EXPECT_EQ(has_standing(down).since, j().entry(since)->ended);
  const auto at = from_ms(7), until = from_ms(9);
  EXPECT_EQ(*j().robots("fine:80"), (stored_robots{"fine:80", at, until, "200", "a", at, {}, 0}));
  EXPECT_EQ(*j().robots("gone:80"), (stored_robots{"gone:80", at, until, "404", "", at, {}, 0}));
  EXPECT_EQ(*j().robots("busy:80"), (stored_robots{"busy:80", at, until, "503", "", {}, at, 1}));
}

}  // namespace
}  // namespace laundromat
