// Opens the file, replaces one that is of no use, and asks it.
// SPDX-License-Identifier: Apache-2.0
#include "storage/labels/label_word_index.hpp"

#include <fcntl.h>

#include <cerrno>
#include <limits>

#include "storage/files/file_lock.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/labels/label_update.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr int label_page_bytes = 4'096;

/// The lock of those who change the index; one that is not open: another process has it.
result<file_descriptor> lock_labels(const safe_folder& folder) {
  if (auto ours = folder.check_owner(); !ours) return tl::unexpected<failure>(ours.error());
  auto lock = folder.open_or_create(label_word_index::lock_name);
  if (!lock) return lock;
  auto whole = whole_file();
  if (::fcntl(lock->get(), F_OFD_SETLK, &whole) == 0) return lock;
  if (errno == EAGAIN || errno == EACCES) return file_descriptor{};
  return fail_errno("lock", folder.path() / label_word_index::lock_name);
}

/// Whether a file is of no use: it is damaged, no database, or has other tables.
bool is_useless(const failure& why) {
  return why.code == errc::journal_damaged || why.code == errc::journal_foreign ||
         why.code == errc::journal_failed;
}

/// SQLite ignores the log of a file that is not there any more.
result<void> remove_labels(const safe_folder& folder) {
  for (const auto* ending : {"", "-wal", "-shm", "-journal"})
    if (auto removed = folder.remove(std::string(label_word_index::file_name) + ending); !removed)
      return removed;
  return {};
}

database open_to_add(const fs::path& path) {
  auto db = database::open(path, database_access::read_write);
  db.use_page_bytes(label_page_bytes);
  db.reserve_page_bytes(page_checksum_bytes);
  db.execute("PRAGMA busy_timeout = 5000");
  db.execute("PRAGMA journal_mode = WAL");
  db.execute("PRAGMA synchronous = NORMAL");  // a power failure may lose what is found in the documents again
  db.execute("PRAGMA cache_size = -16384");
  db.execute("PRAGMA secure_delete = ON");
  db.execute("PRAGMA journal_size_limit = 67108864");
  return db;
}

}  // namespace

label_word_index::label_word_index(fs::path root, std::vector<std::string> properties)
    : root_(std::move(root)), properties_(std::move(properties)) {}
label_word_index::label_word_index(label_word_index&&) noexcept = default;
label_word_index::~label_word_index() = default;

result<label_word_index> label_word_index::open(const fs::path& root, journal& from,
                                                std::vector<std::string> properties) {
  label_word_index opened{root, std::move(properties)};
  if (auto loaded = opened.load(from); !loaded) return tl::unexpected<failure>(loaded.error());
  return opened;
}

result<void> label_word_index::load(journal& from) {
  db_.reset();
  indexed_ = 0;
  const auto folder = safe_folder::open(root_);
  const auto is_there = folder ? folder->holds(file_name) : tl::unexpected<failure>(folder.error());
  if (!is_there) return tl::unexpected<failure>(is_there.error());
  if (!*is_there) return {};
  try {
    const auto opened = answered([&] {
      auto db = std::make_unique<database>(database::open(root_ / file_name, database_access::read_only));
      db->execute("PRAGMA busy_timeout = 5000");
      if (!is_label_words_of(*db, from, properties_)) return;
      indexed_ = db->number("SELECT document FROM state");
      db_ = std::move(db);
    });
    // A file that cannot be read says nothing, until an update replaces it.
    if (!opened && !is_useless(opened.error())) return tl::unexpected<failure>(opened.error());
    return {};
  } catch (const source_fault& fault) {
    return tl::unexpected<failure>(fault.what);
  }
}

result<bool> label_word_index::update(journal& from, const clean_store& store,
                                      const label_update_options& options) {
  const auto folder = safe_folder::open(root_);
  if (!folder) return tl::unexpected<failure>(folder.error());
  const auto lock = lock_labels(*folder);
  if (!lock) return tl::unexpected<failure>(lock.error());
  db_.reset();
  if (!lock->is_open()) {
    auto loaded = load(from);
    return loaded ? result<bool>{false} : tl::unexpected<failure>(loaded.error());
  }
  const auto fill = [&](database& db) { return label_update{db, from, store, properties_, options}.run(); };
  try {
    auto done =
        is_damaged_ ? result<std::optional<bool>>{std::nullopt} : answered([&]() -> std::optional<bool> {
          auto db = open_to_add(root_ / file_name);
          if (!is_label_words_of(db, from, properties_)) return std::nullopt;
          return fill(db);
        });
    if (done ? !done->has_value() : is_useless(done.error())) {
      if (auto removed = remove_labels(*folder); !removed) return tl::unexpected<failure>(removed.error());
      is_damaged_ = false;
      done = answered([&]() -> std::optional<bool> {
        auto db = open_to_add(root_ / file_name);
        make_label_tables(db, from, properties_);
        return fill(db);
      });
    }
    if (!done) return tl::unexpected<failure>(done.error());
    if (auto loaded = load(from); !loaded) return tl::unexpected<failure>(loaded.error());
    return **done;
  } catch (const source_fault& fault) {
    return tl::unexpected<failure>(fault.what);
  }
}

result<std::uint64_t> label_word_index::size() {
  if (!db_) return std::uint64_t{0};
  return answered([&] { return static_cast<std::uint64_t>(db_->number("SELECT count(*) FROM labels")); });
}

result<bool> label_word_index::find(const label_question& question,
                                    const std::function<bool(const indexed_label&)>& take) {
  if (!db_)
    return question.after == 0 ? result<bool>{true} : fail(errc::not_found, "the index has no labels");
  auto done = answered([&] {
    auto match = "text : (" + fts5_text(question.words) + ')';
    if (!question.language.empty()) {
      const search_query tag{{question.language, false}};
      match += " AND language : ^ " + fts5_text(tag);
    }
    std::int64_t first = 1, last = std::numeric_limits<std::int64_t>::max();
    if (question.document != 0) {
      auto c = db_->query("SELECT first, last FROM documents WHERE row = ?1", question.document);
      if (!c.next()) return true;
      first = c.integer(0), last = c.integer(1);
    }
    // Smaller is better: no label has this rank, so that all are behind it.
    double rank = std::numeric_limits<double>::lowest();
    auto id = question.after;
    if (id != 0) {
      auto c = db_->query("SELECT rank FROM words WHERE words MATCH ?1 AND rowid = ?2", match, id);
      if (!c.next()) refuse(errc::not_found, "no label " + std::to_string(id) + " has these words");
      rank = c.real(0);
    }
    auto counted = db_->query(
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT "
        "?4)",
        match, first, last, question.most_ranked + 1);
    const bool ranks_all = !counted.next() || counted.as<std::size_t>(0) <= question.most_ranked;
    std::size_t found = 0;
    for (auto at_once = question.at_once;; at_once *= 8) {
      found = 0;
      auto c = db_->query(
          "SELECT w.id, w.score, l.document, l.property, l.subject, l.language, l.text FROM (SELECT id, "
          "score FROM "
          "(SELECT rowid AS id, rank AS score FROM words WHERE words MATCH ?1 AND rowid BETWEEN ?2 AND ?3 "
          "LIMIT ?7) "
          "WHERE score > ?4 OR (score = ?4 AND id > ?5) ORDER BY score, id LIMIT ?6) w CROSS JOIN labels l "
          "ON l.id = "
          "w.id ORDER BY w.score, w.id",
          match, first, last, rank, id, at_once, question.most_ranked);
      while (c.next()) {
        ++found;
        id = c.integer(0);
        rank = c.real(1);
        const auto property = c.as<std::size_t>(3);
        if (property >= properties_.size()) refuse(errc::journal_damaged, "the index names no property");
        if (!take({id, c.integer(2), c.text(4), properties_[property], c.text(5), c.text(6)}))
          return ranks_all;
      }
      if (found < at_once) return ranks_all;
    }
  });
  if (!done && is_useless(done.error())) is_damaged_ = true;
  return done;
}

}  // namespace laundromat
