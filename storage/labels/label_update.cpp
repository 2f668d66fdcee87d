// Reads documents in the order of their rows, and writes labels and words.
// SPDX-License-Identifier: Apache-2.0
#include "storage/labels/label_update.hpp"

#include <algorithm>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t label_words_id = 0x4c4f4c42;  // "LOLB"
constexpr std::int64_t label_words_version = 1;

// The labels of a document have numbers that follow each other.
//   labels      property: its place in the list of the state
//   words       the words of `text` and `language`, which are in `labels`
//   documents   documents with labels: their rows in the journal, and the first and last label
//   gone        rows of documents that are not indexed because they were removed
//   state       see `label_update::state`; identity of the journal; properties: one IRI a line
constexpr const char* label_tables = R"sql(
CREATE TABLE labels (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, property INTEGER NOT NULL, subject TEXT NOT NULL,
  language TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE words USING fts5 (text, language, content='labels', content_rowid='id',
  tokenize="unicode61 remove_diacritics 2");
INSERT INTO words (words, rank) VALUES ('hashsize', 16777216);
INSERT INTO words (words, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
CREATE TABLE documents (row INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
CREATE TABLE gone (row INTEGER PRIMARY KEY) STRICT;
CREATE TABLE state (identity TEXT NOT NULL, properties TEXT NOT NULL, document INTEGER NOT NULL, hash BLOB NOT NULL,
  blocks INTEGER NOT NULL, removed_ms INTEGER NOT NULL, removed INTEGER NOT NULL) STRICT;
)sql";

std::string lines_of(const std::vector<std::string>& properties) {
  std::string text;
  for (const auto& property : properties) text.append(property).append("\n");
  return text;
}

/// The value of a function of the store; nothing for a document that is not there, or damaged.
template <class Value>
std::optional<Value> of_store(result<Value> from) {
  if (!from && (from.error().code == errc::not_found || from.error().code == errc::archive_damaged))
    return std::nullopt;
  return of_journal(std::move(from));
}

}  // namespace

bool is_label_words_of(database& db, journal& from, const std::vector<std::string>& properties) {
  const auto application = db.number("PRAGMA application_id");
  if (application == 0 && db.number("SELECT count(*) FROM sqlite_schema") == 0) return false;
  if (application != label_words_id)
    throw source_fault{{errc::invalid_argument,
                        "labels.sqlite in the data folder is a database of another program: move it away"}};
  if (db.number("PRAGMA user_version") != label_words_version) return false;
  auto c = db.query("SELECT identity, properties, document, hash FROM state");
  if (!c.next() || c.text(0) != of_journal(from.identity()).id || c.text(1) != lines_of(properties))
    return false;
  const auto document = c.integer(2);
  if (document == 0) return true;
  const auto page = of_journal(segment_rows{from}.documents(document - 1, 1));
  return page.rows.size() == 1 && page.rows.front().hash == c.digest<content_digest>(3);
}

void make_label_tables(database& db, journal& from, const std::vector<std::string>& properties) {
  if (db.number("SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'") == 0)
    throw source_fault{{errc::io_failed, "SQLite " + sqlite_library().version +
                                             " of this machine has no FTS5, which the index of labels needs: "
                                             "install a libsqlite3 with FTS5"}};
  in_transaction(db, [&] {
    db.execute(label_tables);
    db.run("INSERT INTO state VALUES (?1, ?2, 0, x'', 0, 0, 0)", of_journal(from.identity()).id,
           lines_of(properties));
    db.execute("PRAGMA application_id = " + std::to_string(label_words_id));
    db.execute("PRAGMA user_version = " + std::to_string(label_words_version));
  });
}

label_update::label_update(database& db, journal& from, const clean_store& store,
                           const std::vector<std::string>& properties, const label_update_options& options)
    : db_(db),
      rows_(from),
      watch_(db, rows_),
      store_(store),
      options_(options),
      scan_(properties, [this](const label_view& label) { add_label(label); }) {}

label_update::~label_update() {
  try {
    if (db_.in_transaction()) db_.execute("ROLLBACK");
  } catch (const storage_fault&) {
    return;  // the connection is closed next
  }
}

bool label_update::run() {
  read_state();
  begin();
  follow_removals();
  finish_partial_document();
  const bool is_whole = add_documents();
  commit();
  return is_whole;
}

void label_update::read_state() {
  auto c = db_.query("SELECT document, hash, blocks, removed_ms, removed FROM state");
  if (!c.next()) throw storage_fault{{errc::journal_damaged, "the index has no state"}, fault_reach::group};
  now_ = {c.integer(0), c.digest<content_digest>(1), c.integer(2), {c.integer(3), c.integer(4)}};
}

void label_update::begin() {
  db_.execute("BEGIN IMMEDIATE");
  labels_in_batch_ = documents_in_batch_ = 0;
}

void label_update::commit() {
  db_.run("UPDATE state SET document = ?1, hash = ?2, blocks = ?3, removed_ms = ?4, removed = ?5",
          now_.document, now_.hash, now_.blocks, now_.removed.removed_ms, now_.removed.clean);
  db_.execute("COMMIT");
}

void label_update::commit_some() {
  if (labels_in_batch_ < options_.batch_labels && documents_in_batch_ < options_.batch_documents) return;
  commit();
  begin();
}

void label_update::finish_partial_document() {
  if (now_.blocks == 0) return;
  const auto page = of_journal(rows_.documents(now_.document - 1, 1));
  if (page.rows.size() == 1 && !page.rows.front().is_removed) (void)add(page.rows.front(), now_.blocks);
}

bool label_update::add_documents() {
  constexpr std::uint32_t rows_at_once = 1'000;
  if (now_.blocks > 0) return false;
  for (auto after = now_.document;;) {
    const auto page = rows_.documents(after, rows_at_once);
    if (!page) {
      commit();  // a query may have been ended: what was read so far is not read again
      throw source_fault{page.error()};
    }
    for (const auto& one : page->rows) {
      if (!options_.goes_on()) return false;
      if (!add(one, 0)) return false;
      options_.on_progress(++documents_);
      ++documents_in_batch_;
      commit_some();
    }
    if (page->is_last) return true;
    after = page->last;
  }
}

bool label_update::add(const numbered_document& document, std::int64_t first_block) {
  now_ = {document.clean, document.hash, first_block, now_.removed};
  if (document.is_removed)
    watch_.note_gone(document.clean);
  else if (!read(document, first_block, true))
    return false;
  now_.blocks = 0;
  return true;
}

bool label_update::read(const numbered_document& document, std::int64_t first_block, bool in_parts) {
  const auto index = of_store(store_.read_index(document.hash));
  const auto text = index ? of_store(store_.open(document.hash)) : std::nullopt;
  if (!text) return true;
  document_ = document.clean;
  scan_.begin_document();
  const auto blocks = static_cast<std::int64_t>(index->blocks.size());
  for (auto number = first_block; number < blocks; ++number) {
    if (in_parts && number > first_block && !options_.goes_on()) {
      end_document();
      return false;
    }
    const auto lines = read_block(**text, *index, static_cast<std::size_t>(number));
    // A damaged document is found by `verify`; it is not found here.
    if (!lines && lines.error().code == errc::archive_damaged) break;
    if (!lines) throw source_fault{lines.error()};
    scan_.add(*lines);
    if (!in_parts) continue;
    now_.blocks = number + 1;
    if (now_.blocks == blocks || labels_in_batch_ < options_.batch_labels) continue;
    end_document();
    commit_some();
  }
  end_document();
  return true;
}

void label_update::add_label(const label_view& label) {
  db_.run("INSERT INTO labels (document, property, subject, language, text) VALUES (?1, ?2, ?3, ?4, ?5)",
          document_, label.property, label.subject, label.language, label.text);
  last_label_ = db_.last_row();
  if (first_label_ == 0) first_label_ = last_label_;
  db_.run("INSERT INTO words (rowid, text, language) VALUES (?1, ?2, ?3)", last_label_, label.text,
          label.language);
  ++labels_in_batch_;
}

void label_update::end_document() {
  if (first_label_ == 0) return;
  db_.run("INSERT INTO documents VALUES (?1, ?2, ?3) ON CONFLICT (row) DO UPDATE SET last = ?3", document_,
          first_label_, last_label_);
  first_label_ = 0;
}

void label_update::follow_removals() {
  watch_.follow(now_.document, now_.removed,
                {[this](std::int64_t document) { remove(document); },
                 [this](const numbered_document& document) { (void)read(document, 0, false); },
                 [this] { commit_some(); }});
}

void label_update::remove(std::int64_t document) {
  constexpr std::int64_t labels_at_once = 10'000;
  std::int64_t first = 1, last = 0;
  {
    auto c = db_.query("SELECT first, last FROM documents WHERE row = ?1", document);
    if (c.next()) first = c.integer(0), last = c.integer(1);
  }
  while (first <= last) {
    const auto end = std::min(last, first + labels_at_once - 1);
    db_.run(
        "INSERT INTO words (words, rowid, text, language) SELECT 'delete', id, text, language FROM labels "
        "WHERE "
        "id BETWEEN ?1 AND ?2",
        first, end);
    db_.run("DELETE FROM labels WHERE id BETWEEN ?1 AND ?2", first, end);
    first = end + 1;
    db_.run("UPDATE documents SET first = ?2 WHERE row = ?1", document, first);
    labels_in_batch_ += labels_at_once;
    if (first <= last) commit_some();
  }
  db_.run("DELETE FROM documents WHERE row = ?1", document);
  if (document == now_.document) now_.blocks = 0;
}

}  // namespace laundromat
