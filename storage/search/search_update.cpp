// Reads the journal in the order of rows, and writes words.
// SPDX-License-Identifier: Apache-2.0
#include "storage/search/search_update.hpp"

#include <limits>

#include "core/lifecycle/lifecycle.hpp"
#include "core/search/searchable_text.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t index_application_id = 0x4c4f5346;  // "LOSF"
constexpr std::int64_t index_version = 1;
constexpr std::int64_t last_row = std::numeric_limits<std::int64_t>::max();

// The full-text table keeps no texts: the journal has them.
//   words       title, uris, about: see `source_dataset`; `about` of a document: its format and media type
//   state       identity of the journal, and how much of it was read; the hashes tell whether it is still the same
//   seed_gaps   rows below `state.seed` without a seed
//   unfinished  entries below `state.entry` that have no words yet
//   datasets    row: its newest number in `words`; digest: of its words
constexpr const char* index_tables = R"sql(
CREATE VIRTUAL TABLE words USING fts5 (title, uris, about, content='', tokenize="unicode61 remove_diacritics 2");
INSERT INTO words (words, rank) VALUES ('hashsize', 8388608);
CREATE TABLE state (identity TEXT NOT NULL, seed INTEGER NOT NULL, seed_hash BLOB NOT NULL, entry INTEGER NOT NULL,
  entry_hash BLOB NOT NULL, dataset_rows INTEGER NOT NULL) STRICT;
CREATE TABLE seed_gaps (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
CREATE TABLE unfinished (entry INTEGER PRIMARY KEY) STRICT;
CREATE TABLE datasets (id INTEGER PRIMARY KEY, row INTEGER NOT NULL UNIQUE, digest BLOB NOT NULL) STRICT;
)sql";

void make_tables(database& db, const std::string& identity) {
  in_transaction(db, [&] {
    db.execute(index_tables);
    db.run("INSERT INTO state VALUES (?1, 0, x'', 0, x'', 0)", identity);
    db.execute("PRAGMA application_id = " + std::to_string(index_application_id));
    db.execute("PRAGMA user_version = " + std::to_string(index_version));
  });
}

void check_full_text_search(database& db) {
  if (db.number("SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'") == 0)
    throw source_fault{{errc::io_failed, "SQLite " + sqlite_library().version +
                                             " of this machine has no FTS5, which a search needs: install a "
                                             "libsqlite3 with FTS5"}};
}

template <class Row>
bool is_same(const std::vector<Row>& rows, std::int64_t row, const record_hash& hash) {
  return row == 0 || (!rows.empty() && rows.front().row == row && rows.front().hash == hash);
}

bool is_finished(status current) {
  return is_final(record_kind::entry, current);
}

bool has_words(status current) {
  return current == status::depleted || current == status::parsed || current == status::failed ||
         current == status::refused;
}

}  // namespace

bool is_index_of(database& db, search_source& from) {
  check_full_text_search(db);
  const auto identity = of_journal(from.identity());
  const auto application = db.number("PRAGMA application_id");
  if (application == 0 && db.number("SELECT count(*) FROM sqlite_schema") == 0)
    make_tables(db, identity);
  else if (application != index_application_id)
    throw source_fault{{errc::invalid_argument,
                        "search.sqlite in the data folder is a database of another program: move it away"}};
  if (db.number("PRAGMA user_version") != index_version) return false;
  auto c = db.query("SELECT identity, seed, seed_hash, entry, entry_hash FROM state");
  if (!c.next() || c.text(0) != identity) return false;
  const auto seed = c.integer(1), entry = c.integer(3);
  return is_same(of_journal(from.seeds(seed, seed, 1)), seed, c.digest<record_hash>(2)) &&
         is_same(of_journal(from.entries(entry, entry, 1)), entry, c.digest<record_hash>(4));
}

bool search_update::step() {
  bool has_more = false;
  in_transaction(db_, [&] {
    finished_.clear();
    read_state();
    if (!has_begun_) begin();
    has_more = add_seeds();
    has_more |= finish_entries();
    has_more |= add_entries();
    add_datasets();
    write_state();
  });
  has_begun_ = true;
  return has_more;
}

void search_update::read_state() {
  auto c = db_.query("SELECT seed, seed_hash, entry, entry_hash, dataset_rows FROM state");
  if (!c.next()) throw storage_fault{{errc::journal_damaged, "the index has no state"}, fault_reach::group};
  now_ = {c.integer(0), c.integer(2), c.digest<record_hash>(1), c.digest<record_hash>(3), c.integer(4)};
}

void search_update::write_state() {
  db_.run("UPDATE state SET seed = ?1, seed_hash = ?2, entry = ?3, entry_hash = ?4, dataset_rows = ?5",
          now_.seed, now_.seed_hash, now_.entry, now_.entry_hash, now_.dataset_rows);
}

void search_update::begin() {
  last_unfinished_ = now_.entry;
  std::vector<std::pair<std::int64_t, std::int64_t>> gaps;
  for (auto c = db_.query("SELECT first, last FROM seed_gaps ORDER BY first"); c.next();)
    gaps.emplace_back(c.integer(0), c.integer(1));
  for (auto [first, last] : gaps) {
    for (auto seeds = of_journal(from_.seeds(first, last, batch_rows_)); !seeds.empty();
         seeds = of_journal(from_.seeds(first, last, batch_rows_))) {
      db_.run("DELETE FROM seed_gaps WHERE last = ?1", last);
      for (const auto& seed : seeds) {
        if (seed.row > first) db_.run("INSERT INTO seed_gaps VALUES (?1, ?2)", first, seed.row - 1);
        add_seed(seed);
        first = seed.row + 1;
      }
      if (first > last) break;
      db_.run("INSERT INTO seed_gaps VALUES (?1, ?2)", first, last);
    }
  }
}

bool search_update::add_seeds() {
  const auto seeds = of_journal(from_.seeds(now_.seed + 1, last_row, batch_rows_));
  for (const auto& seed : seeds) {
    if (seed.row > now_.seed + 1)
      db_.run("INSERT INTO seed_gaps VALUES (?1, ?2)", now_.seed + 1, seed.row - 1);
    add_seed(seed);
    now_.seed = seed.row;
    now_.seed_hash = seed.hash;
  }
  return seeds.size() == batch_rows_;
}

bool search_update::finish_entries() {
  std::vector<std::int64_t> rows;
  for (auto c =
           db_.query("SELECT entry FROM unfinished WHERE entry > ?1 AND entry <= ?2 ORDER BY entry LIMIT ?3",
                     checked_, last_unfinished_, batch_rows_);
       c.next();)
    rows.push_back(c.integer(0));
  for (const auto row : rows) {
    checked_ = row;
    const auto found = of_journal(from_.entries(row, row, 1));
    if (found.empty() || !is_finished(found.front().current)) continue;
    db_.run("DELETE FROM unfinished WHERE entry = ?1", row);
    add_entry(found.front());
  }
  return rows.size() == batch_rows_;
}

bool search_update::add_entries() {
  const auto entries = of_journal(from_.entries(now_.entry + 1, last_row, batch_rows_));
  for (const auto& entry : entries) {
    now_.entry = entry.row;
    now_.entry_hash = entry.hash;
    if (is_finished(entry.current))
      add_entry(entry);
    else
      db_.run("INSERT INTO unfinished VALUES (?1)", entry.row);
  }
  return entries.size() == batch_rows_;
}

void search_update::add_datasets() {
  for (const auto seed : finished_) {
    for (const auto& one : of_journal(from_.datasets(seed))) {
      const auto digest = sha256(one.title + '\n' + one.uris + '\n' + one.about);
      if (auto c = db_.query("SELECT 1 FROM datasets WHERE id = ?1 AND digest = ?2", one.row, digest);
          c.next())
        continue;
      db_.run("INSERT OR REPLACE INTO datasets VALUES (?1, ?2, ?3)", one.row, ++now_.dataset_rows, digest);
      add(index_row(found_kind::dataset, now_.dataset_rows), one.title, one.uris, one.about);
    }
  }
}

void search_update::add_seed(const source_seed& seed) {
  add(index_row(found_kind::seed, seed.row), {}, seed.uri, {});
}

void search_update::add_entry(const source_entry& entry) {
  finished_.insert(entry.seed);
  if (has_words(entry.current)) add(index_row(found_kind::document, entry.row), {}, entry.uri, entry.kind);
}

void search_update::add(std::int64_t row, std::string_view title, std::string_view uris,
                        std::string_view about) {
  db_.run("INSERT INTO words (rowid, title, uris, about) VALUES (?1, ?2, ?3, ?4)", row,
          searchable_text(title), searchable_text(uris), searchable_text(about));
}

}  // namespace laundromat
