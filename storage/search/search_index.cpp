// Finds a place for the index, replaces one that is of no use, and asks it.
// SPDX-License-Identifier: Apache-2.0
#include "storage/search/search_index.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "storage/files/file_lock.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/files/scratch_folder.hpp"
#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/search/search_update.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr int index_page_bytes = 4'096;

/// The lock of those who change the index of a data folder. Waits for it.
result<file_descriptor> lock_index(const safe_folder& folder, const search_index_options& options) {
  if (auto ours = folder.check_owner(); !ours) return tl::unexpected<failure>(ours.error());
  auto lock = folder.open_or_create(search_index::lock_name);
  if (!lock) return lock;
  auto whole = whole_file();
  if (::fcntl(lock->get(), F_OFD_SETLK, &whole) == 0) return lock;
  if (errno != EAGAIN && errno != EACCES) return fail_errno("lock", folder.path() / search_index::lock_name);
  options.on_wait("another search brings the index up to date: waiting for it");
  while (::fcntl(lock->get(), F_OFD_SETLKW, &whole) != 0)
    if (errno != EINTR) return fail_errno("lock", folder.path() / search_index::lock_name);
  return lock;
}

/// Removes the files of an index.
result<void> remove_index(const safe_folder& folder) {
  for (const auto* ending : {"-wal", "-shm", "-journal", ""})
    if (auto removed = folder.remove(std::string(search_index::file_name) + ending); !removed) return removed;
  return {};
}

database open_file(const fs::path& path) {
  auto db = database::open(path, database_access::read_write);
  db.use_page_bytes(index_page_bytes);
  db.reserve_page_bytes(page_checksum_bytes);
  db.execute("PRAGMA busy_timeout = 5000");
  db.execute("PRAGMA journal_mode = WAL");
  db.execute("PRAGMA synchronous = NORMAL");  // a power failure may lose what is found in the journal again
  db.execute("PRAGMA cache_size = -16384");
  return db;
}

void add_new_rows(database& db, search_source& from, const search_index_options& options) {
  search_update update{db, from, options.batch_rows};
  for (bool has_more = update.step(), is_first = true; has_more; has_more = update.step())
    if (std::exchange(is_first, false)) options.on_wait("the index gets many new rows");
}

/// Opens an index and brings it up to date; the connection sees what it has then. Nothing: it is of another version or journal.
/// Throws `storage_fault`, `source_fault`.
std::unique_ptr<database> open_up_to_date(const fs::path& path, search_source& from,
                                          const search_index_options& options) {
  auto db = std::make_unique<database>(open_file(path));
  if (!is_index_of(*db, from)) return nullptr;
  add_new_rows(*db, from,
               options);  // this may take long, and an engine cannot shorten its log while a state is held
  of_journal(from.hold());
  add_new_rows(*db, from, options);
  db->execute("BEGIN");
  (void)db->number("SELECT count(*) FROM state");
  return db;
}

/// The same; an index that is of no use is replaced. Throws `source_fault`.
result<std::unique_ptr<database>> open_in(const safe_folder& folder, search_source& from,
                                          const search_index_options& options) {
  constexpr int most_tries = 2;
  const auto path = folder.path() / search_index::file_name;
  for (int tries = 1;; ++tries) {
    auto opened = answered([&] { return open_up_to_date(path, from, options); });
    const bool is_useless = opened ? *opened == nullptr : opened.error().code != errc::journal_full;
    if (!is_useless) return opened;
    if (tries == most_tries)
      return opened ? fail(errc::io_failed, path.string() + " cannot be made") : std::move(opened);
    if (auto removed = remove_index(folder); !removed) return tl::unexpected<failure>(removed.error());
  }
}

result<std::unique_ptr<database>> open_in_data(const fs::path& root, search_source& from,
                                               const search_index_options& options) {
  const auto folder = safe_folder::open(root);
  if (!folder) return tl::unexpected<failure>(folder.error());
  const auto lock = lock_index(*folder, options);
  if (!lock) return tl::unexpected<failure>(lock.error());
  return open_in(*folder, from, options);
}

}  // namespace

search_index::search_index(fs::path root, search_source& from, search_index_options options)
    : root_(std::move(root)), from_(&from), options_(std::move(options)) {}
search_index::search_index(search_index&&) noexcept = default;
search_index::~search_index() {
  db_.reset();
}

result<search_index> search_index::open(const fs::path& root, search_source& from,
                                        const search_index_options& options) {
  search_index index{root, from, options};
  if (auto connected = index.connect(); !connected) return tl::unexpected<failure>(connected.error());
  return index;
}

result<void> search_index::connect() {
  try {
    auto opened = open_in_data(root_, *from_, options_);
    if (opened) {
      db_ = *std::move(opened);
      return {};
    }
    auto scratch = scratch_folder::make(options_.temporary);
    if (!scratch) return tl::unexpected<failure>(scratch.error());
    const auto folder = safe_folder::open(scratch->path());
    auto made = folder ? open_in(*folder, *from_, options_) : tl::unexpected<failure>(folder.error());
    if (!made && made.error().code == errc::journal_full)
      return fail(errc::no_space, "there is no space for the index in " + options_.temporary.string() +
                                      ", nor can it be in the data folder: " + opened.error().detail);
    if (!made) return tl::unexpected<failure>(made.error());
    scratch_ = std::make_unique<scratch_folder>(*std::move(scratch));
    db_ = *std::move(made);
    why_temporary_ = std::move(opened.error());
    return {};
  } catch (const source_fault& fault) {
    return tl::unexpected<failure>(fault.what);
  }
}

result<void> search_index::make_again() {
  db_.reset();
  if (scratch_) {
    scratch_.reset();
    return connect();
  }
  {
    const auto folder = safe_folder::open(root_);
    if (!folder) return tl::unexpected<failure>(folder.error());
    const auto lock = lock_index(*folder, options_);
    if (!lock) return tl::unexpected<failure>(lock.error());
    if (auto removed = remove_index(*folder); !removed) return removed;
  }
  return connect();
}

result<void> search_index::find(const search_query& query,
                                const std::function<bool(found_kind, std::int64_t row)>& take) {
  for (bool is_first = true;; is_first = false) {
    bool has_taken = false;
    auto done = ask(query, [&](found_kind kind, std::int64_t row) {
      has_taken = true;
      return take(kind, row);
    });
    if (done || done.error().code != errc::journal_damaged) return done;
    if (auto made = make_again(); !made) return made;
    if (has_taken || !is_first)
      return fail(errc::io_failed,
                  std::string(file_name) + " was damaged and is made again: repeat the search");
  }
}

result<void> search_index::ask(const search_query& query,
                               const std::function<bool(found_kind, std::int64_t row)>& take) {
  return answered([&] {
    auto c = db_->query(
        "SELECT w.rowid % 4, w.rowid / 4, d.id FROM words w LEFT JOIN datasets d ON w.rowid % 4 = 2 AND "
        "d.row = "
        "w.rowid / 4 WHERE words MATCH ?1 AND w.rank MATCH 'bm25(8.0, 1.0, 2.0)' ORDER BY w.rank, w.rowid",
        fts5_text(query));
    while (c.next()) {
      const auto kind = c.as<found_kind>(0);
      if (kind == found_kind::dataset && c.is_null(2)) continue;  // it was announced again with other words
      if (!take(kind, c.integer(kind == found_kind::dataset ? 2 : 1))) return;
    }
  });
}

}  // namespace laundromat
