// Tests of the journal under a power cut: of each file only the bytes of its last sync remain.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <map>
#include <utility>

#include "core/base/digest.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// Keeps what each file that SQLite opens contained when it was last synced.
class synced_files {
 public:
  synced_files() : system_(sqlite3_vfs_find(nullptr)) {
    current = this;
    open_ = std::exchange(system_->xOpen, open_watched);
  }
  ~synced_files() {
    system_->xOpen = open_;
    current = nullptr;
  }
  synced_files(const synced_files&) = delete;
  synced_files& operator=(const synced_files&) = delete;

  /// Writes into `to` the files of `from` as a power cut leaves them. SQLite syncs the folder when it removes a file.
  void restore(const fs::path& from, const fs::path& to) const {
    for (const auto& [path, bytes] : bytes_)
      if (path.parent_path() == from && fs::exists(path)) {
        std::ofstream file{to / path.filename(), std::ios::binary};
        file << bytes;
      }
  }

 private:
  static int open_watched(sqlite3_vfs* system, const char* name, sqlite3_file* file, int flags, int* given) {
    const int code = current->open_(system, name, file, flags, given);
    if (code != SQLITE_OK || name == nullptr || file->pMethods == nullptr) return code;
    auto& watched = current->methods_[file->pMethods];
    watched = *file->pMethods;
    watched.xSync = sync_watched;
    current->opened_[file] = {name, file->pMethods};
    file->pMethods = &watched;
    return code;
  }

  static int sync_watched(sqlite3_file* file, int flags) {
    const auto& [path, methods] = current->opened_.at(file);
    const int code = methods->xSync(file, flags);
    if (code == SQLITE_OK) current->bytes_[path] = read_file(path);
    return code;
  }

  static inline synced_files* current = nullptr;

  sqlite3_vfs* system_;
  decltype(sqlite3_vfs::xOpen) open_;
  std::map<const sqlite3_io_methods*, sqlite3_io_methods> methods_;
  std::map<sqlite3_file*, std::pair<fs::path, const sqlite3_io_methods*>> opened_;
  std::map<fs::path, std::string> bytes_;
};

TEST(journal_power_cut, loses_no_acknowledged_seed_and_no_acknowledged_transition_R59) {
  synced_files files;
  const temporary_folder folder, after;
  const auto open_in = [](const fs::path& path) {
    auto opened = journal::open(path / "journal.sqlite", journal_mode::read_write);
    EXPECT_TRUE(opened) << to_string(opened.error());
    return std::move(opened.value());
  };
  auto live = open_in(folder.path());
  for (int i = 0; i < 20; ++i) {
    new_seed seed;
    seed.request.uri = "http://example.org/" + std::to_string(i);
    seed.hash = md5(seed.request.uri);
    ASSERT_TRUE(live.begin() && live.add_seed(seed, noon) && live.commit());
    auto due = seed_change(seed.hash, event::came_due);
    due.fact = download_fact{download_hash(seed.hash, noon)};
    ASSERT_TRUE(live.begin() && live.apply(due) && live.commit());
    files.restore(folder.path(), after.path());
    auto left = open_in(after.path());
    const auto found = left.seed(seed.hash);
    ASSERT_TRUE(found) << i;
    EXPECT_EQ((*found).current, status::downloading) << i;
    fs::remove(after.path() / "journal.sqlite-shm");
  }
}

}  // namespace
}  // namespace laundromat
