// Tests of a write-ahead log whose frames are written together, on a file system that refuses writes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>

#include "storage/journal/journal_pages.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

/// While it exists, writes to logs fail when they are told to.
class failing_logs {
 public:
  failing_logs() : system_(sqlite3_vfs_find(nullptr)), open_(system_->xOpen) {
    current = this;
    system_->xOpen = open_watched;
  }
  ~failing_logs() {
    system_->xOpen = open_;
    current = nullptr;
  }
  failing_logs(const failing_logs&) = delete;
  failing_logs& operator=(const failing_logs&) = delete;

  bool fails = false;

 private:
  static int open_watched(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* given) {
    const int code = current->open_(system, name, file, flags, given);
    if (code != SQLITE_OK || (flags & SQLITE_OPEN_WAL) == 0) return code;
    current->write_ = file->pMethods->xWrite;
    current->methods_ = *file->pMethods;
    current->methods_.xWrite = write_watched;
    file->pMethods = &current->methods_;
    return code;
  }
  static int write_watched(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
    return current->fails ? SQLITE_FULL : current->write_(file, bytes, count, offset);
  }

  static inline failing_logs* current = nullptr;
  sqlite3_vfs* system_;
  decltype(sqlite3_vfs::xOpen) open_;
  decltype(sqlite3_io_methods::xWrite) write_ = nullptr;
  sqlite3_io_methods methods_{};
};

class log_frames_test : public testing::Test {
 protected:
  log_frames_test() {
    db_ = connect();
    run("PRAGMA journal_mode = WAL; PRAGMA cache_size = 10; CREATE TABLE t (x, y NOT NULL)");
  }
  ~log_frames_test() override { sqlite3_close(db_); }
  sqlite3* connect() {
    sqlite3* made = nullptr;
    sqlite3_open_v2((folder_.path() / "x.sqlite").c_str(), &made, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                    checksum_file_system());
    return made;
  }
  int run(const std::string& sql) { return sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr); }
  /// More pages than the cache of `db_` has. All rows have the same `x`.
  static int fill(sqlite3* db, int rows, int x) {
    const auto sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
                     std::to_string(rows) + ") INSERT INTO t SELECT " + std::to_string(x) +
                     ", zeroblob(1000) FROM n";
    return sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
  }
  int fill() { return fill(db_, 200, 1); }
  /// The value that a query returns; empty when it fails.
  std::string text_of(const char* sql) {
    std::string text;
    const int code = sqlite3_exec(
        db_, sql,
        [](void* to, int, char** values, char**) {
          *static_cast<std::string*>(to) = values[0];
          return 0;
        },
        &text, nullptr);
    return code == SQLITE_OK ? text : "";
  }
  /// The sum of all `x`, for which all pages are read; empty when that fails.
  std::string sum() { return text_of("SELECT coalesce(sum(x), 0) FROM t"); }

  temporary_folder folder_;
  failing_logs logs_;
  sqlite3* db_ = nullptr;
};

TEST_F(log_frames_test, a_transaction_larger_than_the_cache_reads_its_own_pages) {
  ASSERT_EQ(run("BEGIN"), SQLITE_OK);
  ASSERT_EQ(fill(), SQLITE_OK);
  EXPECT_EQ(sum(), "200");
  EXPECT_EQ(run("COMMIT"), SQLITE_OK);
  EXPECT_EQ(sum(), "200");
}

TEST_F(log_frames_test, a_transaction_whose_frames_were_lost_is_never_committed) {
  ASSERT_EQ(run("BEGIN"), SQLITE_OK);
  ASSERT_EQ(fill(), SQLITE_OK);
  logs_.fails = true;
  EXPECT_EQ(run("INSERT INTO t SELECT x, y FROM t"), SQLITE_FULL)
      << "frames are written before they are read";
  logs_.fails = false;
  ASSERT_EQ(sqlite3_get_autocommit(db_), 0) << "SQLite goes on with the transaction";
  EXPECT_NE(run("INSERT INTO t VALUES (1, 2); COMMIT"), SQLITE_OK);
  run("ROLLBACK");
  EXPECT_EQ(sum(), "0");
  EXPECT_EQ(fill(), SQLITE_OK) << "the next transaction is written from there on";
  EXPECT_EQ(sum(), "200");
  EXPECT_EQ(text_of("PRAGMA integrity_check"), "ok");
}

TEST_F(log_frames_test, what_was_rolled_back_is_not_written_over_the_frames_of_another) {
  ASSERT_EQ(fill(), SQLITE_OK);
  auto* other = connect();
  int expected = 200;
  for (int last = 60; last <= 200; ++last) {  // what waits when a transaction is rolled back differs
    const auto rows = " WHERE rowid <= " + std::to_string(last);
    ASSERT_EQ(run("BEGIN; UPDATE t SET x = 5" + rows + "; ROLLBACK"), SQLITE_OK);
    const auto sql = "UPDATE t SET x = x + 1" + rows;
    ASSERT_EQ(sqlite3_exec(other, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    expected += last;
    ASSERT_EQ(sum(), std::to_string(expected)) << last;
    ASSERT_EQ(text_of("PRAGMA integrity_check"), "ok") << last;
  }
  sqlite3_close(other);
}

TEST_F(log_frames_test, a_lost_write_does_not_stop_later_transactions_when_another_has_written_meanwhile) {
  ASSERT_EQ(run("BEGIN"), SQLITE_OK);
  ASSERT_EQ(fill(), SQLITE_OK);
  logs_.fails = true;
  EXPECT_EQ(run("INSERT INTO t SELECT x, y FROM t"), SQLITE_FULL);
  logs_.fails = false;
  run("ROLLBACK");
  auto* other = connect();
  ASSERT_EQ(fill(other, 300, 2), SQLITE_OK);
  EXPECT_EQ(sum(), "600");
  EXPECT_EQ(fill(), SQLITE_OK);
  EXPECT_EQ(sum(), "800");
  sqlite3_close(other);
}

}  // namespace

}  // namespace laundromat
