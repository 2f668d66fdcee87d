// Makes and checks a copy of the journal, keeps the old one under another name, and replaces it by the copy.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_accept.hpp"

#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr const char* copy_name = "journal.sqlite.accepting";

result<void> check_whole(const fs::path& path, journal_mode mode) {
  auto db = journal::open(path, mode);
  if (!db) return tl::unexpected<failure>(db.error());
  const auto found = db->find_damage(1, journal::damage_scope::without_counts);
  if (!found) return tl::unexpected<failure>(found.error());
  return found->empty() ? result<void>{} : fail(errc::journal_damaged, found->front());
}

result<void> make_copy(const safe_folder& folder, const fs::path& from) {
  const auto to = folder.path() / copy_name;
  auto made = answered([&] {
    auto db = database::open(from, database_access::read_only, page_check::unchecked);
    db.execute("PRAGMA busy_timeout = 5000");
    db.copy_with_checksums(to);
  });
  if (made) made = check_whole(to, journal_mode::read_only);
  if (!made) return made;
  const auto file = folder.open_to_read(copy_name);
  return file ? posix_sync().file(file->get(), to) : tl::unexpected<failure>(file.error());
}

/// Links the file to a second name; when the file does not exist, removes the name.
result<void> keep(const safe_folder& folder, const fs::path& name, const fs::path& kept) {
  const auto is_there = folder.holds(name);
  if (!is_there) return tl::unexpected(is_there.error());
  if (!*is_there) return folder.remove(kept);
  const fs::path temporary = kept.string() + ".new";
  auto done = folder.remove(temporary);
  return done ? folder.link(name, kept, temporary) : done;
}

/// Merges the log into the file, so that the copy can replace it by one rename.
result<void> fold_log(const fs::path& path) {
  return answered([&] {
    auto db = database::open(path, database_access::read_write, page_check::unchecked);
    auto mode = db.query("PRAGMA journal_mode = DELETE");
    if (!mode.next() || mode.text(0) != "delete")
      refuse(errc::journal_failed,
             path.string() + " is open in another program: end that program and try again");
  });
}

/// Counts the records, because the other program may have changed some, and sets the generation of the folder, because the journal may be
/// an older copy.
result<void> make_newest(const safe_folder& folder, const fs::path& path) {
  auto db = journal::open(path, journal_mode::read_write);
  if (!db) return tl::unexpected<failure>(db.error());
  auto counted = db->begin();
  if (counted) counted = db->count_anew();
  if (counted) counted = db->commit();
  return counted ? begin_generation(folder, *db) : counted;
}

}  // namespace

result<void> accept_journal(const data_folder& held) {
  const auto& folder = held.folder();
  const auto path = held.layout().journal();
  const auto name = path.filename();
  const auto log = name.string() + "-wal";
  auto done = check_whole(path, journal_mode::unchecked);
  if (done) done = folder.remove(copy_name);
  if (done) done = make_copy(folder, path);
  if (done) done = keep(folder, log, std::string{kept_journal_name} + "-wal");
  if (done) done = fold_log(path);
  if (done) done = keep(folder, name, kept_journal_name);
  if (done) done = folder.rename(copy_name, name);
  if (done) done = sync_folders(posix_sync(), folder, {fs::path{}}, usual_syncfs_from);
  if (done) done = make_newest(folder, path);
  if (!done) (void)folder.remove(copy_name);
  return done;
}

}  // namespace laundromat
