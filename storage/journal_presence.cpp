// Files, identities, and what lies in the stores.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal_presence.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <random>
#include <vector>

#include "storage/disk_sync.hpp"
#include "storage/journal_log.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view advice =
    ": put journal.sqlite back from a backup, or move the folder away to begin anew; nothing was changed";

std::string name_of(std::string_view ending) {
  return "journal.sqlite" + std::string{ending};
}

std::uint64_t size_of(const safe_folder& folder, const std::string& name) {
  const auto file = folder.open_to_read(name);
  struct stat found {};
  return file && ::fstat(file->get(), &found) == 0 ? static_cast<std::uint64_t>(found.st_size) : 0;
}

result<bool> holds_files(const safe_folder& folder, const fs::path& below) {
  std::vector<std::string> names;
  const auto listed = folder.list(below, [&](const std::string& name) { names.push_back(name); });
  if (!listed)
    return listed.error().code == errc::not_found ? result<bool>{false} : tl::unexpected(listed.error());
  for (const auto& name : names) {
    if (name == ".staged") continue;
    const auto kind = folder.kind_of(below / name);
    if (!kind) return tl::unexpected(kind.error());
    const auto found = *kind == fs::file_type::directory ? holds_files(folder, below / name) : true;
    if (!found || *found) return found;
  }
  return false;
}

/// Bodies or clean documents; what is staged counts for nothing. What cannot be looked at is an error, and no "none".
result<bool> holds_documents(const safe_folder& folder) {
  const auto bodies = holds_files(folder, data_layout{}.raw());
  return !bodies || *bodies ? bodies : holds_files(folder, data_layout{}.clean());
}

tl::unexpected<failure> fail_missing(const safe_folder& folder, std::string_view what) {
  return fail(errc::journal_missing, folder.path().string() + ' ' + std::string{what} + std::string{advice});
}

/// Before the journal is opened, which would make it.
result<void> check_not_lost(const safe_folder& folder) {
  if (size_of(folder, name_of("")) > 0) return {};
  if (size_of(folder, name_of("-wal")) > 0)
    return fail_missing(folder,
                        "has a write-ahead log (journal.sqlite-wal), and its journal is missing or empty");
  const auto documents = holds_documents(folder);
  if (!documents) return tl::unexpected(documents.error());
  if (*documents) return fail_missing(folder, "holds documents, and its journal is missing or empty");
  return {};
}

/// Whether another process holds the folder: an engine at work writes to the log while it is looked at.
bool is_held_elsewhere(const safe_folder& folder) {
  const auto holder = data_folder::holder(folder.path());
  return holder && *holder != ::getpid();
}

/// Before SQLite opens the log, which then takes what it can read for all that there is.
result<void> check_log(const safe_folder& folder) {
  auto found = find_log_damage(folder, name_of(""));
  if (!found) return tl::unexpected(found.error());
  if (!*found || is_held_elsewhere(folder)) return {};
  found = find_log_damage(folder, name_of(""));  // an engine may have stopped meanwhile
  if (!found) return tl::unexpected(found.error());
  if (!*found) return {};
  return fail(
      errc::journal_damaged,
      (folder.path() / name_of("-wal")).string() + ": " + to_string(**found) +
          ": put journal.sqlite back from a backup and remove journal.sqlite-wal, or go on without what is "
          "lost with `laundromat verify --accept-journal`; nothing was changed");
}

result<void> check_known(const safe_folder& folder, journal& db) {
  const auto knows = db.knows_documents();
  if (!knows) return tl::unexpected(knows.error());
  if (*knows) return {};
  const auto documents = holds_documents(folder);
  if (!documents) return tl::unexpected(documents.error());
  if (!*documents) return {};
  return fail_missing(folder, "holds documents, and its journal knows of none");
}

std::string read_identity(const safe_folder& folder) {
  auto text = folder.head_of(data_layout{}.identity().filename(), 64).value_or("");
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

result<void> write_identity(const safe_folder& folder, const std::string& id) {
  const auto name = data_layout{}.identity().filename();
  const fs::path hidden = '.' + fresh_name();
  const auto file = folder.create(hidden);
  if (!file) return tl::unexpected(file.error());
  auto done = write_all(file->get(), id + '\n', folder.path() / name);
  if (done) done = posix_sync().file(file->get(), folder.path() / name);
  if (done) done = folder.rename(hidden, name);
  if (done) done = sync_folders(posix_sync(), folder, {fs::path{}}, usual_syncfs_from);
  if (!done) (void)folder.remove(hidden);
  return done;
}

std::string random_identity() {
  std::random_device source;
  std::string bytes;
  for (int i = 0; i < 16; ++i) bytes.push_back(static_cast<char>(source() & 0xff));
  return to_hex(bytes);
}

result<void> check_identity_of(const safe_folder& folder, const std::string& ours, const std::string& said) {
  if (ours.empty() || said.empty() || ours == said) return {};
  return fail(errc::journal_foreign, "the journal in " + folder.path().string() +
                                         " belongs to another data folder (it says " + said +
                                         ", data.id says " + ours + ")" + std::string{advice});
}

/// What is said in one place only is said in the other, too.
result<void> join_identities(const safe_folder& folder, journal& db) {
  const auto said = db.folder_id();
  if (!said) return tl::unexpected(said.error());
  const auto ours = read_identity(folder);
  if (auto same = check_identity_of(folder, ours, *said); !same) return same;
  const auto id = !said->empty() ? *said : !ours.empty() ? ours : random_identity();
  if (said->empty())
    if (auto set = db.set_folder_id(id); !set) return set;
  return ours.empty() ? write_identity(folder, id) : result<void>{};
}

}  // namespace

result<void> check_journal_files(const safe_folder& folder) {
  for (const auto* ending : {"", "-wal", "-shm", "-journal"})
    if (auto sound = folder.check_file(name_of(ending)); !sound) return sound;
  return {};
}

result<journal> open_journal_of(const safe_folder& folder) {
  if (auto sound = check_journal_files(folder); !sound) return tl::unexpected<failure>(sound.error());
  if (auto there = check_not_lost(folder); !there) return tl::unexpected<failure>(there.error());
  if (auto whole = check_log(folder); !whole) return tl::unexpected<failure>(whole.error());
  auto db = journal::open(folder.path() / name_of(""), journal_mode::read_write);
  if (!db) return db;
  if (auto known = check_known(folder, *db); !known) return tl::unexpected<failure>(known.error());
  if (auto joined = join_identities(folder, *db); !joined) return tl::unexpected<failure>(joined.error());
  return db;
}

result<journal> open_journal_to_read(const fs::path& root) {
  if (std::error_code code; fs::is_directory(root, code)) {
    const auto folder = safe_folder::named(root);
    auto whole = folder ? check_log(*folder) : tl::unexpected<failure>(folder.error());
    if (!whole) return tl::unexpected<failure>(whole.error());
  }
  return journal::open(root / name_of(""), journal_mode::read_only);
}

result<void> check_belongs(const safe_folder& folder, journal& db) {
  if (auto known = check_known(folder, db); !known) return known;
  const auto said = db.folder_id();
  if (!said) return tl::unexpected(said.error());
  return check_identity_of(folder, read_identity(folder), *said);
}

}  // namespace laundromat
