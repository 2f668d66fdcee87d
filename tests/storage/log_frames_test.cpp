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
    sqlite3_open_v2((folder_.path() / "x.sqlite").c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                    checksum_file_system());
    run("PRAGMA journal_mode = WAL; PRAGMA cache_size = 10; CREATE TABLE t (x, y NOT NULL)");
  }
  ~log_frames_test() override { sqlite3_close(db_); }
  int run(const std::string& sql) { return sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr); }
  /// More pages than the cache has.
  int fill() {
    return run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) "
        "INSERT INTO t SELECT i, zeroblob(1000) FROM n");
  }
  int count() {
    int rows = -1;
    sqlite3_exec(
        db_, "SELECT count(*), sum(length(y)) FROM t",
        [](void* to, int, char** values, char**) {
          *static_cast<int*>(to) = std::stoi(values[0]);
          return 0;
        },
        &rows, nullptr);
    return rows;
  }

  temporary_folder folder_;
  failing_logs logs_;
  sqlite3* db_ = nullptr;
};

TEST_F(log_frames_test, a_transaction_larger_than_the_cache_reads_its_own_pages) {
  ASSERT_EQ(run("BEGIN"), SQLITE_OK);
  ASSERT_EQ(fill(), SQLITE_OK);
  EXPECT_EQ(count(), 200);
  EXPECT_EQ(run("COMMIT"), SQLITE_OK);
  EXPECT_EQ(count(), 200);
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
  EXPECT_EQ(count(), 0);
  EXPECT_EQ(fill(), SQLITE_OK) << "the next transaction is written from there on";
  EXPECT_EQ(count(), 200);
  EXPECT_EQ(run("PRAGMA integrity_check"), SQLITE_OK);
}

}  // namespace

}  // namespace laundromat
