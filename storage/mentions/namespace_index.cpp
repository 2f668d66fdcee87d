// Writes documents by namespace and namespaces by document, and adds up totals in memory until a commit.
// SPDX-License-Identifier: Apache-2.0
#include "storage/mentions/namespace_index.hpp"

#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t namespaces_id = 0x4c4f4e53;  // "LONS"
constexpr std::int64_t namespaces_version = 1;
constexpr int namespaces_page_bytes = 4'096;

//   namespaces  totals
//   uses        mentions of a namespace in a document
//   documents   the ids of their namespaces, see `append_number`
//   gone, state   see `removal_watch`, `namespace_writer`
constexpr const char* namespace_tables = R"sql(
CREATE TABLE namespaces (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, documents INTEGER NOT NULL,
  mentions INTEGER NOT NULL) STRICT;
CREATE INDEX namespaces_by_documents ON namespaces (documents, mentions, id);
CREATE TABLE uses (namespace INTEGER NOT NULL, document INTEGER NOT NULL, mentions INTEGER NOT NULL,
  PRIMARY KEY (namespace, document)) STRICT, WITHOUT ROWID;
CREATE TABLE documents (row INTEGER PRIMARY KEY, namespaces BLOB NOT NULL) STRICT;
CREATE TABLE gone (row INTEGER PRIMARY KEY) STRICT;
CREATE TABLE state (identity TEXT NOT NULL, document INTEGER NOT NULL, hash BLOB NOT NULL, removed_ms INTEGER NOT NULL,
  removed INTEGER NOT NULL) STRICT;
)sql";

/// Seven bits a byte, the lowest first; the last byte has no eighth one.
void append_number(std::string& to, std::int64_t number) {
  constexpr unsigned bits = 7, more = 0x80;
  auto rest = static_cast<std::uint64_t>(number);
  for (; rest >= more; rest >>= bits) to.push_back(static_cast<char>(rest | more));
  to.push_back(static_cast<char>(rest));
}

std::vector<std::int64_t> numbers_in(std::string_view bytes) {
  constexpr unsigned bits = 7, more = 0x80;
  std::vector<std::int64_t> all;
  std::uint64_t number = 0;
  unsigned shift = 0;
  for (const unsigned char byte : bytes) {
    number |= (byte & (more - 1)) << shift;
    shift = byte < more ? 0 : shift + bits;
    if (shift > 0) continue;
    all.push_back(static_cast<std::int64_t>(number));
    number = 0;
  }
  return all;
}

bool is_namespace_index_of(database& db, journal& from) {
  if (db.number("PRAGMA application_id") != namespaces_id ||
      db.number("PRAGMA user_version") != namespaces_version)
    return false;
  auto c = db.query("SELECT identity, document, hash FROM state");
  if (!c.next() || c.text(0) != of_journal(from.identity()).id) return false;
  const auto document = c.integer(1);
  if (document == 0) return true;
  const auto page = of_journal(segment_rows{from}.documents(document - 1, 1));
  return page.rows.size() == 1 && page.rows.front().hash == c.digest<content_digest>(2);
}

database open_namespaces(const std::filesystem::path& path) {
  auto db = database::open(path, database_access::read_write);
  db.use_page_bytes(namespaces_page_bytes);
  db.reserve_page_bytes(page_checksum_bytes);
  db.execute("PRAGMA busy_timeout = 5000");
  db.execute("PRAGMA journal_mode = WAL");
  db.execute("PRAGMA synchronous = NORMAL");  // a power failure may lose what is found in the documents again
  db.execute("PRAGMA cache_size = -16384");
  db.execute("PRAGMA secure_delete = ON");
  db.execute("PRAGMA journal_size_limit = 67108864");
  return db;
}

void make_namespace_tables(database& db, journal& from) {
  in_transaction(db, [&] {
    db.execute(namespace_tables);
    db.run("INSERT INTO state VALUES (?1, 0, x'', 0, 0)", of_journal(from.identity()).id);
    db.execute("PRAGMA application_id = " + std::to_string(namespaces_id));
    db.execute("PRAGMA user_version = " + std::to_string(namespaces_version));
  });
}

bool is_of_no_use(const failure& why) {
  return why.code == errc::journal_damaged || why.code == errc::journal_foreign ||
         why.code == errc::journal_failed;
}

/// `answered`, and a fault of the source is returned, too.
template <class Work>
auto answered_with_source(Work&& work) -> decltype(answered(work)) {
  try {
    return answered(work);
  } catch (const source_fault& fault) {
    return tl::unexpected<failure>(fault.what);
  }
}

}  // namespace

namespace_index::namespace_index() = default;
namespace_index::namespace_index(namespace_index&&) noexcept = default;
namespace_index::~namespace_index() = default;

result<namespace_index> namespace_index::open(const std::filesystem::path& folder, journal& from) {
  namespace_index opened;
  const auto below = safe_folder::open(folder);
  if (!below && below.error().code == errc::not_found) return opened;
  const auto is_there = below ? below->holds(file_name) : tl::unexpected<failure>(below.error());
  if (!is_there) return tl::unexpected<failure>(is_there.error());
  if (!*is_there) return opened;
  const auto done = answered_with_source([&] {
    auto db = std::make_unique<database>(database::open(folder / file_name, database_access::read_only));
    db->execute("PRAGMA busy_timeout = 5000");
    if (is_namespace_index_of(*db, from)) opened.db_ = std::move(db);
  });
  if (!done && !is_of_no_use(done.error())) return tl::unexpected<failure>(done.error());
  return opened;
}

result<std::vector<listed_namespace>> namespace_index::list(std::int64_t after, std::size_t limit) {
  if (!db_) return std::vector<listed_namespace>{};
  return answered([&] {
    const auto read = [](const cursor& c) {
      return listed_namespace{c.integer(0), c.text(1), c.as<std::uint64_t>(2), c.as<std::uint64_t>(3)};
    };
    if (after == 0)
      return collect<listed_namespace>(db_->query("SELECT id, name, documents, mentions FROM namespaces "
                                                  "ORDER BY documents DESC, mentions DESC, id "
                                                  "DESC LIMIT ?1",
                                                  limit),
                                       read);
    if (!db_->query("SELECT 1 FROM namespaces WHERE id = ?1", after).next())
      refuse(errc::not_found, "there is no namespace " + std::to_string(after));
    return collect<listed_namespace>(
        db_->query(
            "SELECT id, name, documents, mentions FROM namespaces WHERE (documents, mentions, id) < (SELECT "
            "documents, mentions, id FROM namespaces WHERE id = ?1) ORDER BY documents DESC, mentions DESC, "
            "id "
            "DESC LIMIT ?2",
            after, limit),
        read);
  });
}

result<std::vector<namespace_use>> namespace_index::uses(std::string_view name, std::int64_t after,
                                                         std::size_t limit) {
  if (!db_) return std::vector<namespace_use>{};
  return answered([&] {
    return collect<namespace_use>(db_->query("SELECT document, mentions FROM uses WHERE namespace = (SELECT "
                                             "id FROM namespaces WHERE name = ?1) "
                                             "AND document > ?2 ORDER BY document LIMIT ?3",
                                             name, after, limit),
                                  [](const cursor& c) {
                                    return namespace_use{c.integer(0), c.as<std::uint64_t>(1)};
                                  });
  });
}

namespace_writer::namespace_writer(database db, journal& from)
    : db_(std::make_unique<database>(std::move(db))), rows_(std::make_unique<segment_rows>(from)) {}
namespace_writer::namespace_writer(namespace_writer&&) noexcept = default;
namespace_writer::~namespace_writer() = default;

result<namespace_writer> namespace_writer::open(const safe_folder& folder, journal& from, bool anew) {
  const auto path = folder.path() / namespace_index::file_name;
  for (bool is_first = !anew;; is_first = false) {
    if (!is_first)
      for (const auto* ending : {"", "-wal", "-shm", "-journal"})
        if (auto removed = folder.remove(std::string(namespace_index::file_name) + ending); !removed)
          return tl::unexpected<failure>(removed.error());
    auto opened = answered_with_source([&]() -> std::optional<namespace_writer> {
      auto db = open_namespaces(path);
      if (db.number("SELECT count(*) FROM sqlite_schema") == 0) make_namespace_tables(db, from);
      if (!is_namespace_index_of(db, from)) return std::nullopt;
      namespace_writer writer{std::move(db), from};
      writer.read_state();
      return writer;
    });
    if (opened && *opened) return **std::move(opened);
    if (!is_first || (!opened && !is_of_no_use(opened.error())))
      return opened ? fail(errc::io_failed, path.string() + " cannot be made")
                    : tl::unexpected<failure>(opened.error());
  }
}

void namespace_writer::read_state() {
  auto c = db_->query("SELECT document, hash, removed_ms, removed FROM state");
  if (!c.next()) throw storage_fault{{errc::journal_damaged, "namespaces have no state"}, fault_reach::group};
  document_ = c.integer(0);
  hash_ = c.digest<content_digest>(1);
  noticed_ = {c.integer(2), c.integer(3)};
}

result<void> namespace_writer::follow_removals(const document_reader& read,
                                               const std::function<result<void>()>& keep) {
  return answered_with_source([&] {
    begin();
    removal_watch watch{*db_, *rows_};
    watch.follow(
        document_, noticed_,
        {[this](std::int64_t document) { remove(document); },
         [&](const numbered_document& document) { insert(document.clean, of_journal(read(document))); }});
    of_journal(keep());
    write();
  });
}

result<void> namespace_writer::add(const numbered_document& document,
                                   const std::vector<namespace_count>& counts) {
  return answered_with_source([&] {
    begin();
    if (document.is_removed)
      removal_watch{*db_, *rows_}.note_gone(document.clean);
    else
      insert(document.clean, counts);
    document_ = document.clean;
    hash_ = document.hash;
    ++pending_rows_;
  });
}

result<void> namespace_writer::commit() {
  return answered([&] {
    if (db_->in_transaction()) write();
  });
}

void namespace_writer::begin() {
  if (!db_->in_transaction()) db_->execute("BEGIN IMMEDIATE");
}

void namespace_writer::write() {
  for (const auto& [name, total] : sums_)
    db_->run("UPDATE namespaces SET documents = documents + ?2, mentions = mentions + ?3 WHERE id = ?1",
             total.id, total.documents, total.mentions);
  db_->run("UPDATE state SET document = ?1, hash = ?2, removed_ms = ?3, removed = ?4", document_, hash_,
           noticed_.removed_ms, noticed_.clean);
  db_->execute("COMMIT");
  sums_.clear();
  pending_rows_ = 0;
}

namespace_writer::sum& namespace_writer::sum_of(const std::string& name) {
  if (const auto known = sums_.find(name); known != sums_.end()) return known->second;
  std::int64_t id = 0;
  {
    auto c = db_->query("SELECT id FROM namespaces WHERE name = ?1", name);
    if (c.next()) id = c.integer(0);
  }
  if (id == 0) {
    db_->run("INSERT INTO namespaces (name, documents, mentions) VALUES (?1, 0, 0)", name);
    id = db_->last_row();
  }
  return sums_.emplace(name, sum{id, 0, 0}).first->second;
}

void namespace_writer::insert(std::int64_t document, const std::vector<namespace_count>& counts) {
  if (counts.empty()) return;
  std::string ids;
  for (const auto& one : counts) {
    auto& total = sum_of(one.name);
    ++total.documents;
    total.mentions += static_cast<std::int64_t>(one.mentions);
    db_->run("INSERT INTO uses VALUES (?1, ?2, ?3)", total.id, document, one.mentions);
    append_number(ids, total.id);
  }
  db_->run("INSERT INTO documents VALUES (?1, ?2)", document, blob{ids});
  pending_rows_ += counts.size();
}

void namespace_writer::remove(std::int64_t document) {
  std::vector<std::int64_t> ids;
  {
    auto c = db_->query("SELECT namespaces FROM documents WHERE row = ?1", document);
    if (c.next()) ids = numbers_in(c.bytes(0));
  }
  for (const auto id : ids) {
    db_->run(
        "UPDATE namespaces SET documents = documents - 1, mentions = mentions - (SELECT mentions FROM uses "
        "WHERE "
        "namespace = ?1 AND document = ?2) WHERE id = ?1",
        id, document);
    db_->run("DELETE FROM uses WHERE namespace = ?1 AND document = ?2", id, document);
    db_->run("DELETE FROM namespaces WHERE id = ?1 AND documents = 0", id);
  }
  db_->run("DELETE FROM documents WHERE row = ?1", document);
}

}  // namespace laundromat
