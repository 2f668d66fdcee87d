// Checks the journal's files and identity against the data folder and its stores.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_presence.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "storage/files/disk_sync.hpp"
#include "storage/files/file_lock.hpp"
#include "storage/journal/journal_log.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view advice =
    ": restore journal.sqlite from a backup, or move the folder away to start again; nothing was changed";

std::string name_of(std::string_view ending) {
  return "journal.sqlite" + std::string{ending};
}

/// Opens nothing: POSIX would drop the locks of this process on the file.
std::uint64_t size_of(const safe_folder& folder, const std::string& name) {
  std::error_code code;
  const auto bytes = fs::file_size(folder.path() / name, code);
  return code ? 0 : bytes;
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
    auto found = *kind == fs::file_type::directory ? holds_files(folder, below / name) : true;
    if (!found || *found) return found;
  }
  return false;
}

/// Whether the folder has bodies or clean documents; staged files do not count. Unreadable folders are an error.
result<bool> holds_documents(const safe_folder& folder) {
  const auto bodies = holds_files(folder, data_layout{}.raw());
  return !bodies || *bodies ? bodies : holds_files(folder, data_layout{}.clean());
}

tl::unexpected<failure> fail_missing(const safe_folder& folder, std::string_view what) {
  return fail(errc::journal_missing, folder.path().string() + ' ' + std::string{what} + std::string{advice});
}

/// Runs before the journal is opened, because opening would create it.
result<void> check_not_lost(const safe_folder& folder) {
  if (size_of(folder, name_of("")) > 0) return {};
  if (size_of(folder, name_of("-wal")) > 0)
    return fail_missing(folder,
                        "has a write-ahead log (journal.sqlite-wal), but its journal is missing or empty");
  const auto documents = holds_documents(folder);
  if (!documents) return tl::unexpected(documents.error());
  if (*documents) return fail_missing(folder, "has documents, but its journal is missing or empty");
  return {};
}

/// The bytes of the lock file: of the one process that creates, migrates or opens the journal to write, and of all that have it open.
constexpr off_t creating_byte = 0, using_byte = 1;

/// Whether a journal of `open_journal_of` or `open_journal_to_read` is open, in this process or another.
bool is_open(const safe_folder& folder) {
  const auto lock = folder.open_to_read(data_layout{}.journal_lock().filename());
  auto all = one_byte(F_WRLCK, using_byte);
  return lock && ::fcntl(lock->get(), F_OFD_GETLK, &all) == 0 && all.l_type != F_UNLCK;
}

/// Whether the log may be written while it is read; `but` is the caller's own lock. Who has opened the journal has checked its log.
bool is_log_in_use(const safe_folder& folder, std::int64_t but) {
  const auto holder = data_folder::holder(folder.path());
  return (holder && *holder != but) || is_open(folder);
}

/// A lock that ends with the journal that holds it. Without a lock file nobody has written.
result<void> mark_open(const safe_folder& folder, journal& db) {
  auto lock = folder.open_to_read(data_layout{}.journal_lock().filename());
  if (!lock) return lock.error().code == errc::not_found ? result<void>{} : tl::unexpected(lock.error());
  auto shared = one_byte(F_RDLCK, using_byte);
  if (::fcntl(lock->get(), F_OFD_SETLK, &shared) != 0) return fail_errno("lock", folder.path());
  db.hold(std::move(*lock));
  return {};
}

result<std::optional<log_damage>> find_unused_damage(const safe_folder& folder, std::int64_t but) {
  if (is_log_in_use(folder, but)) return std::nullopt;
  return find_log_damage(folder, name_of(""));
}

/// Runs before SQLite opens the log, because SQLite would silently drop the unreadable part. The caller keeps others from opening it to write.
result<void> check_log(const safe_folder& folder, std::int64_t but = 0) {
  const auto found = find_unused_damage(folder, but);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return {};
  return fail(errc::journal_damaged,
              (folder.path() / name_of("-wal")).string() + ": " + to_string(**found) +
                  ": restore journal.sqlite from a backup and remove journal.sqlite-wal, or continue without "
                  "the lost "
                  "transactions with `laundromat verify --accept-journal`; nothing was changed");
}

/// Returns a lock during which no other process creates, migrates or opens the journal of the folder to write.
result<file_descriptor> wait_for_others(const safe_folder& folder) {
  auto lock = folder.open_or_create(data_layout{}.journal_lock().filename());
  auto alone = one_byte(F_WRLCK, creating_byte);
  if (lock && ::fcntl(lock->get(), F_OFD_SETLKW, &alone) != 0) return fail_errno("lock", folder.path());
  return lock;
}

/// The same for a reader, which may have no permission to write and waits only when the log seems damaged: it may be one that is being written.
result<void> check_log_to_read(const safe_folder& folder) {
  const auto found = find_unused_damage(folder, 0);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return {};
  const auto lock = folder.open_to_read(data_layout{}.journal_lock().filename());
  auto shared = one_byte(F_RDLCK, creating_byte);
  if (lock && ::fcntl(lock->get(), F_OFD_SETLKW, &shared) != 0) return fail_errno("lock", folder.path());
  return check_log(folder);
}

result<void> check_known(const safe_folder& folder, journal& db) {
  const auto has_any = db.has_begun_crawls();
  if (!has_any) return tl::unexpected(has_any.error());
  if (*has_any) return {};
  const auto documents = holds_documents(folder);
  if (!documents) return tl::unexpected(documents.error());
  if (!*documents) return {};
  return fail_missing(folder, "has documents, but its journal has none");
}

constexpr std::string_view foreign_advice =
    ": restore the journal.sqlite or the data.id of this folder; if you know that they belong together, "
    "remove "
    "data.id and run `laundromat verify --accept-journal`, which lists the files that the journal does not "
    "name; nothing was changed";

constexpr std::string_view unproven_advice =
    ": restore data.id; if you know that they belong together, run `laundromat verify --accept-journal`, "
    "which "
    "lists the files that the journal does not name; nothing was changed";

constexpr std::string_view accept_advice =
    ": restore the newest journal.sqlite, or accept this one with `laundromat verify --accept-journal`; "
    "nothing "
    "was changed";

constexpr std::string_view log_advice =
    ": restore the newest journal.sqlite; or remove journal.sqlite-wal and journal.sqlite-shm, and accept "
    "this "
    "one with `laundromat verify --accept-journal`; nothing was changed";

tl::unexpected<failure> fail_journal(const safe_folder& folder, errc code, std::string_view what,
                                     std::string_view what_now) {
  return fail(code,
              "the journal in " + folder.path().string() + ' ' + std::string{what} + std::string{what_now});
}

result<void> check_same_folder(const safe_folder& folder, const folder_identity& ours,
                               const folder_identity& stored) {
  if (stored.id.empty() || stored.id == ours.id) return {};
  return fail_journal(
      folder, errc::journal_foreign,
      "belongs to another data folder (its id is " + stored.id + ", data.id has " + ours.id + ')',
      foreign_advice);
}

result<void> check_generation(const safe_folder& folder, const folder_identity& ours,
                              const folder_identity& stored) {
  if (stored.generation >= ours.generation) return {};
  return fail_journal(folder, errc::journal_outdated,
                      "is an older copy (its generation is " + std::to_string(stored.generation) +
                          ", data.id has " + std::to_string(ours.generation) + ')',
                      accept_advice);
}

/// Runs before SQLite opens the log of another file, which would apply newer pages to an older file. Accepts a file that cannot be read
/// without its log.
result<void> check_log_fits(const safe_folder& folder, std::int64_t but = 0) {
  if (size_of(folder, name_of("-wal")) == 0 || is_log_in_use(folder, but)) return {};
  const auto ours = read_identity(folder);
  if (!ours || !*ours) return {};
  const auto in_file = journal::generation_in_file(folder.path() / name_of(""));
  if (!in_file || *in_file >= (*ours)->in_file) return {};
  return fail_journal(folder, errc::journal_outdated,
                      "is an older copy (without its log its generation is " + std::to_string(*in_file) +
                          ", data.id has " + std::to_string((*ours)->in_file) +
                          "), and journal.sqlite-wal belongs to the newer one",
                      log_advice);
}

/// Checks the journal of a folder whose `data.id` is `ours`.
result<void> check_journal_of(const safe_folder& folder, const folder_identity& ours, journal& db) {
  const auto stored = db.identity();
  if (!stored) return tl::unexpected(stored.error());
  auto same = check_same_folder(folder, ours, *stored);
  return same ? check_generation(folder, ours, *stored) : same;
}

/// Without `data.id`, a journal with an identity may belong to another folder.
result<void> check_may_be_ours(const safe_folder& folder, journal& db) {
  const auto stored = db.identity();
  if (!stored) return tl::unexpected(stored.error());
  if (stored->id.empty()) return {};
  const auto documents = holds_documents(folder);
  if (!documents) return tl::unexpected(documents.error());
  if (!*documents) return {};
  return fail_journal(folder, errc::journal_foreign,
                      "may belong to another data folder, because data.id is missing here", unproven_advice);
}

result<void> check_origin(const safe_folder& folder, journal& db) {
  const auto ours = read_identity(folder);
  if (!ours) return tl::unexpected(ours.error());
  return *ours ? check_journal_of(folder, **ours, db) : check_may_be_ours(folder, db);
}

/// Within a group. `data.id` is written before the journal has the identity.
result<folder_identity> set_next_identity(const safe_folder& folder, journal& db) {
  const auto ours = read_identity(folder);
  auto stored = db.identity();
  if (!stored) return stored;
  auto next = !stored->id.empty() ? *stored : ours && *ours ? **ours : make_identity();
  if (ours && !*ours)
    if (auto written = write_identity(folder, {next.id, 0, 0}); !written)
      return tl::unexpected(written.error());
  next.generation = std::max(stored->generation, ours && *ours ? (*ours)->generation : 0) + 1;
  next.in_file = ours && *ours ? (*ours)->in_file : 0;
  auto set = db.set_identity(next);
  return set ? result<folder_identity>{next} : tl::unexpected(set.error());
}

}  // namespace

result<void> check_journal_files(const safe_folder& folder) {
  for (const auto* ending : {"", "-wal", "-shm", "-journal"})
    if (auto sound = folder.check_file(name_of(ending)); !sound) return sound;
  return folder.check_file(data_layout{}.identity().filename());
}

result<journal> open_journal_of(const safe_folder& folder) {
  if (auto sound = check_journal_files(folder); !sound) return tl::unexpected<failure>(sound.error());
  const auto alone = wait_for_others(folder);
  if (!alone) return tl::unexpected<failure>(alone.error());
  if (auto there = check_not_lost(folder); !there) return tl::unexpected<failure>(there.error());
  if (auto whole = check_log(folder, ::getpid()); !whole) return tl::unexpected<failure>(whole.error());
  if (auto fits = check_log_fits(folder, ::getpid()); !fits) return tl::unexpected<failure>(fits.error());
  auto db = journal::open(folder.path() / name_of(""), journal_mode::read_write);
  if (!db) return db;
  if (auto marked = mark_open(folder, *db); !marked) return tl::unexpected<failure>(marked.error());
  if (auto known = check_known(folder, *db); !known) return tl::unexpected<failure>(known.error());
  if (auto same = check_origin(folder, *db); !same) return tl::unexpected<failure>(same.error());
  if (auto begun = begin_generation(folder, *db); !begun) return tl::unexpected<failure>(begun.error());
  return db;
}

result<journal> open_journal_to_read(const fs::path& root) {
  std::optional<folder_identity>
      ours;  // read before the journal, because the journal's generation grows first
  std::optional<safe_folder> folder;
  if (std::error_code code; fs::is_directory(root, code)) {
    auto named = safe_folder::named(root);
    if (!named) return tl::unexpected<failure>(named.error());
    folder.emplace(std::move(*named));
    if (auto whole = check_log_to_read(*folder); !whole) return tl::unexpected<failure>(whole.error());
    if (auto fits = check_log_fits(*folder); !fits) return tl::unexpected<failure>(fits.error());
    const auto read = read_identity(*folder);
    if (!read) return tl::unexpected<failure>(read.error());
    ours = *read;
  }
  auto db = journal::open(root / name_of(""), journal_mode::read_only);
  if (!db || !folder) return db;
  if (auto marked = mark_open(*folder, *db); !marked) return tl::unexpected<failure>(marked.error());
  if (!ours) return db;
  if (auto same = check_journal_of(*folder, *ours, *db); !same) return tl::unexpected<failure>(same.error());
  return db;
}

result<void> begin_generation(const safe_folder& folder, journal& db) {
  if (auto begun = db.begin(); !begun) return begun;
  auto next = set_next_identity(folder, db);
  auto done = next ? db.commit() : tl::unexpected(next.error());
  if (!done) {
    db.roll_back();
    return done;
  }
  const auto is_in_file = db.copy_log();
  if (!is_in_file) return tl::unexpected(is_in_file.error());
  if (*is_in_file) next->in_file = next->generation;
  return write_identity(folder, *next);
}

result<void> check_belongs(const safe_folder& folder, journal& db) {
  auto done = check_log_fits(folder, ::getpid());
  if (done) done = check_known(folder, db);
  return done ? check_origin(folder, db) : done;
}

result<void> check_acceptable(const safe_folder& folder, journal& db) {
  if (auto fits = check_log_fits(folder, ::getpid()); !fits) return fits;
  if (auto known = check_known(folder, db); !known) return known;
  const auto ours = read_identity(folder);
  const auto stored = db.identity();
  if (!stored) return tl::unexpected(stored.error());
  return ours && *ours ? check_same_folder(folder, **ours, *stored) : result<void>{};
}

}  // namespace laundromat
