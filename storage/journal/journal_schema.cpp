// Creates the tables of the journal, and migrates them version by version.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_schema.hpp"

#include <array>

#include "storage/files/disk_sync.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/journal/journal_discovery_step.hpp"
#include "storage/journal/journal_frontier_step.hpp"
#include "storage/journal/journal_graphs_step.hpp"
#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_revisit_step.hpp"
#include "storage/journal/journal_sitemap_step.hpp"
#include "storage/journal/journal_slim_step.hpp"
#include "storage/journal/journal_webhook_step.hpp"

namespace laundromat {

namespace {

// Enumerations are stored as their pinned numbers, timestamps as UTC milliseconds, hashes as raw bytes. Rows
// refer to each other by row number, because hashes would make every index random and three times as large.
//   seeds    due_ms         processed + interval: the seed is due when this is before now
//   entries  parent         NULL for a download; `root` is NULL there too and means the row itself
//            open           unfinished entries of this subtree, including the entry itself
//            open_attempt   the attempts row of the worker that has the entry
//            chain          `kind:ordinal` of each layer, separated by `/`, as numbers
//   hops     headers        `name: value` lines, each ended by CR LF, as received
constexpr const char* version_1 = R"sql(
CREATE TABLE seeds (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, uri TEXT NOT NULL, authority TEXT NOT NULL,
  relative INTEGER NOT NULL, status INTEGER NOT NULL, attempt INTEGER NOT NULL, cause INTEGER NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT '', added_ms INTEGER NOT NULL, processed_ms INTEGER NOT NULL DEFAULT 0,
  interval_s INTEGER NOT NULL, due_ms INTEGER NOT NULL, priority INTEGER NOT NULL, crawls INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX seeds_in_order ON seeds (status, priority DESC, processed_ms, added_ms, id, due_ms, authority);
CREATE INDEX seeds_by_authority ON seeds (authority, priority DESC, processed_ms, added_ms, id, due_ms) WHERE status = 1;
CREATE INDEX seeds_by_due ON seeds (due_ms) WHERE status = 1;
CREATE INDEX seeds_relative ON seeds (relative) WHERE relative = 1;

CREATE TABLE cleans (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, status INTEGER NOT NULL, statements INTEGER NOT NULL,
  quads INTEGER NOT NULL, compressed_bytes INTEGER NOT NULL, written_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE entries (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, parent INTEGER REFERENCES entries, root INTEGER REFERENCES entries,
  seed INTEGER NOT NULL REFERENCES seeds, status INTEGER NOT NULL, attempt INTEGER NOT NULL,
  crashes INTEGER NOT NULL DEFAULT 0, cause INTEGER NOT NULL DEFAULT 0, open INTEGER NOT NULL CHECK (open >= 0),
  open_attempt INTEGER REFERENCES attempts, not_before_ms INTEGER NOT NULL DEFAULT 0, begun_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL DEFAULT 0, unpacked_bytes INTEGER NOT NULL DEFAULT 0,
  unpacked_entries INTEGER NOT NULL DEFAULT 0, ordinal INTEGER NOT NULL DEFAULT 0, size_bytes INTEGER NOT NULL DEFAULT 0,
  format INTEGER NOT NULL DEFAULT 0, clean INTEGER REFERENCES cleans, chain TEXT NOT NULL DEFAULT '',
  encoding TEXT NOT NULL DEFAULT '', path BLOB NOT NULL DEFAULT x'', uri TEXT NOT NULL, base_uri TEXT NOT NULL DEFAULT '',
  media_type TEXT NOT NULL DEFAULT '', charset TEXT NOT NULL DEFAULT '', raw_path TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '', head TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX entries_by_parent ON entries (parent, ordinal) WHERE parent IS NOT NULL;
CREATE INDEX entries_by_seed ON entries (seed) WHERE parent IS NULL;
CREATE INDEX entries_by_status ON entries (status, cause);
CREATE INDEX entries_to_fetch ON entries (not_before_ms) WHERE status = 2 AND open_attempt IS NULL;
CREATE INDEX roots_open ON entries (hash) WHERE parent IS NULL AND open > 0;
CREATE INDEX children_open ON entries (parent, ordinal) WHERE parent IS NOT NULL AND open > 0;

CREATE TABLE transitions (
  id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind INTEGER NOT NULL, record INTEGER NOT NULL,
  from_status INTEGER NOT NULL, event INTEGER NOT NULL, to_status INTEGER NOT NULL, attempt INTEGER NOT NULL,
  cause INTEGER NOT NULL, detail TEXT NOT NULL
) STRICT;
CREATE INDEX transitions_by_record ON transitions (record, kind);
CREATE TRIGGER transitions_stay BEFORE UPDATE ON transitions BEGIN SELECT raise(ABORT, 'history is append-only'); END;
CREATE TRIGGER transitions_are_kept BEFORE DELETE ON transitions BEGIN SELECT raise(ABORT, 'history is append-only'); END;

CREATE TABLE attempts (
  id INTEGER PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entries, stage INTEGER NOT NULL, attempt INTEGER NOT NULL,
  begun_ms INTEGER NOT NULL, ended_ms INTEGER, code INTEGER, description TEXT
) STRICT;
CREATE INDEX attempts_by_entry ON attempts (entry);

CREATE TABLE hops (
  id INTEGER PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entries, attempt INTEGER NOT NULL, uri TEXT NOT NULL,
  status TEXT NOT NULL, version_major INTEGER NOT NULL, version_minor INTEGER NOT NULL, headers BLOB NOT NULL,
  begun_ms INTEGER NOT NULL, walltime_us INTEGER NOT NULL, wire_bytes INTEGER NOT NULL, decoded_bytes INTEGER NOT NULL,
  address TEXT NOT NULL, error INTEGER NOT NULL, detail TEXT NOT NULL
) STRICT;
CREATE INDEX hops_by_entry ON hops (entry);

CREATE TABLE contents (
  kind INTEGER NOT NULL, record INTEGER NOT NULL, role INTEGER NOT NULL, newline INTEGER NOT NULL, bytes INTEGER NOT NULL,
  chars INTEGER NOT NULL, lines INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (record, kind, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
  entry INTEGER NOT NULL REFERENCES entries, kind INTEGER NOT NULL, ordinal INTEGER NOT NULL, source TEXT NOT NULL,
  value TEXT NOT NULL, rank INTEGER NOT NULL, chosen INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (entry, kind, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  archive INTEGER NOT NULL REFERENCES entries, ordinal INTEGER NOT NULL, path BLOB NOT NULL, kind INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL, modified_ms INTEGER NOT NULL, permissions INTEGER NOT NULL, skipped INTEGER NOT NULL,
  PRIMARY KEY (archive, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE defects (
  id INTEGER PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entries, stage INTEGER NOT NULL, rule INTEGER NOT NULL,
  offset_bytes INTEGER NOT NULL, length_bytes INTEGER NOT NULL, line INTEGER NOT NULL, in_line INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX defects_by_entry ON defects (entry);
CREATE TABLE defect_counts (
  entry INTEGER NOT NULL REFERENCES entries, stage INTEGER NOT NULL, rule INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (entry, stage, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE clean_sources (
  clean INTEGER NOT NULL REFERENCES cleans, entry INTEGER NOT NULL REFERENCES entries, read INTEGER NOT NULL,
  duplicates INTEGER NOT NULL, PRIMARY KEY (clean, entry)
) STRICT, WITHOUT ROWID;

CREATE TABLE hosts (
  authority TEXT PRIMARY KEY, next_allowed_ms INTEGER NOT NULL, suspended_until_ms INTEGER NOT NULL,
  failures INTEGER NOT NULL, last_fetch_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE robots (
  authority TEXT PRIMARY KEY, fetched_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL, status TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
)sql";

// The treatment of a defect, the text before and after a repair; the account of a document's bytes.
// The treatment of defects of version 1 is unknown: they are stored as skipped, the worst case.
constexpr const char* version_2 = R"sql(
ALTER TABLE defects ADD COLUMN done INTEGER NOT NULL DEFAULT 2;
ALTER TABLE defects ADD COLUMN before BLOB NOT NULL DEFAULT x'';
ALTER TABLE defects ADD COLUMN after TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN statement_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN syntax_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN quarantine_bytes INTEGER NOT NULL DEFAULT 0;
)sql";

// The identity of a document's data; removed documents, to which only old crawls refer; deltas since the previous crawl.
//   cleans   identity       identity of the dataset: equal for the same data; empty for documents of older versions
//   entries  delta_from     the clean document of the previous crawl, when the delta to `clean` is kept
//            used_base      whether references of the document were resolved against the base
constexpr const char* version_3 = R"sql(
ALTER TABLE cleans ADD COLUMN identity BLOB NOT NULL DEFAULT x'';
ALTER TABLE cleans ADD COLUMN identity_kind INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cleans ADD COLUMN removed_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN delta_from INTEGER REFERENCES cleans;
ALTER TABLE entries ADD COLUMN used_base INTEGER NOT NULL DEFAULT 0;
CREATE INDEX cleans_by_identity ON cleans (identity) WHERE identity_kind > 0;
)sql";

// The digest of the ledger, which contains all defects of an entry and every byte outside of statements; empty for entries of older
// versions, and without defects. With a ledger the parser's defects have no rows in `defects`.
constexpr const char* version_4 = R"sql(
ALTER TABLE entries ADD COLUMN ledger BLOB NOT NULL DEFAULT x'';
)sql";

// Indexes for lists of documents by size and by host.
constexpr const char* version_5 = R"sql(
CREATE INDEX cleans_by_statements ON cleans (statements);
CREATE INDEX contents_by_bytes ON contents (bytes) WHERE kind = 3 AND role = 3;
CREATE INDEX seeds_by_host ON seeds (authority);
CREATE INDEX members_by_seed ON entries (seed) WHERE parent IS NOT NULL;
)sql";

// The size that limits a ledger, and the parts left out because of the limits. The data folder of the journal. Pages have
// checksums since this version (`journal_pages.hpp`).
// The present crawls of a seed are distinguished from older ones (storage/journal/present_crawl.hpp).
//   entries  share_bytes            of a member: its share of the received bytes of the download
//            ledger_rows_left_out   defects that are only counted
//            ledger_bytes_left_out  bytes of which only the ranges are listed
//            declares               the prefixes that the document declares; NULL for none
//   declared_prefixes  distinct lists of prefixes, because documents of one publisher often declare the same
//   seeds    present        the download that determines the standing of the seed
//            document       the download with the newest documents of the seed
//            failing_since_ms  end of the first failed crawl since the last success; 0 when the present crawl succeeded
//   hosts    waits_for      the cause of `next_allowed_ms` as a number; 0: the pause of the campaign
//            detail         text about `next_allowed_ms` or `suspended_until_ms`
//            place          network address of the host at the last request
//   robots   read_ms, body     the last file that was read successfully
//            failing_since_ms, failures  failures since then
// An index finds documents by the target of redirects.
constexpr const char* version_6 =
    "ALTER TABLE entries ADD COLUMN share_bytes INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entries ADD COLUMN ledger_rows_left_out INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entries ADD COLUMN ledger_bytes_left_out INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE declared_prefixes (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, lines TEXT NOT "
    "NULL) STRICT;"
    "ALTER TABLE entries ADD COLUMN declares INTEGER REFERENCES declared_prefixes;"
    "CREATE TABLE data_folder (id TEXT NOT NULL, generation INTEGER NOT NULL DEFAULT 0, public_base TEXT NOT "
    "NULL DEFAULT '', publisher TEXT NOT "
    "NULL DEFAULT '',"
    "publisher_page TEXT NOT NULL DEFAULT '') STRICT;"
    "ALTER TABLE seeds ADD COLUMN present INTEGER REFERENCES entries;"
    "ALTER TABLE seeds ADD COLUMN document INTEGER REFERENCES entries;"
    "ALTER TABLE seeds ADD COLUMN failing_since_ms INTEGER NOT NULL DEFAULT 0;" LAUNDROMAT_SETTLE_PRESENT
    ";" LAUNDROMAT_SETTLE_FAILING_BY("ended_ms")
    ";"
    "ALTER TABLE hosts ADD COLUMN waits_for INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE hosts ADD COLUMN detail TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE hosts ADD COLUMN place TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE robots ADD COLUMN read_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE robots ADD COLUMN failing_since_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE robots ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;"
    "UPDATE robots SET read_ms = fetched_ms WHERE status BETWEEN '200' AND '499' AND status <> '429';"
    "UPDATE robots SET failing_since_ms = fetched_ms, failures = 1 WHERE read_ms = 0;"
    "UPDATE robots SET body = x'' WHERE status NOT BETWEEN '200' AND '299';"
    "CREATE INDEX seeds_by_document ON seeds (document);"
    "DROP INDEX members_by_seed;"
    "CREATE INDEX members_by_seed ON entries (seed, root) WHERE parent IS NOT NULL;"
    "DROP INDEX entries_by_status;"
    "CREATE INDEX entries_by_status ON entries (status, cause, seed, root);"
    "CREATE INDEX entries_by_base ON entries (base_uri) WHERE parent IS NULL AND base_uri <> uri;";

// Small files share segments (storage/segments).
//   segments       the committed end of each segment
//   cleans         segment, segment_offset: the place of the document, which has `compressed_bytes`; segment 0: it has a file of its own
//   segment_parts  ledgers (kind 2, `other` is the digest of the ledger) and deltas (kind 3, `other` is the older document) of documents
constexpr const char* version_7 = R"sql(
CREATE TABLE segments (
  kind INTEGER NOT NULL, serial INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (kind, serial)
) STRICT, WITHOUT ROWID;
ALTER TABLE cleans ADD COLUMN segment INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cleans ADD COLUMN segment_offset INTEGER NOT NULL DEFAULT 0;
CREATE TABLE segment_parts (
  clean INTEGER NOT NULL REFERENCES cleans, kind INTEGER NOT NULL, other BLOB NOT NULL, segment INTEGER NOT NULL,
  offset_bytes INTEGER NOT NULL, length_bytes INTEGER NOT NULL, PRIMARY KEY (clean, kind, other)
) STRICT, WITHOUT ROWID;
)sql";

/// Version 8, see `journal_slim_step.hpp`.
const std::string version_8 =
    std::string(slim_tables) + newer_tables + slim_move + slim_indexes + slim_counts + slim_views;

// The forms in which a document says what only RDF 1.2 can say, as numbers of `triple_term_form` and `direction_form`; 0: as it is.
constexpr const char* version_9 =
    "ALTER TABLE entries ADD COLUMN triple_terms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entries ADD COLUMN directions INTEGER NOT NULL DEFAULT 0;";

const std::string version_10 = std::string(frontier_step) + LAUNDROMAT_REVISIT_STEP LAUNDROMAT_DISCOVERY_STEP;

/// Version 11, see `journal_sitemap_step.hpp` and `journal_graphs_step.hpp`.
constexpr const char* version_11 = LAUNDROMAT_SITEMAP_STEP LAUNDROMAT_GRAPHS_STEP;

// What the counters of records counted: `spec` is the name of the specification. The IRIs of metadata that links of an answer name, one a line.
constexpr const char* version_12 =
    "ALTER TABLE entries ADD COLUMN described_by TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE record_counts (entry INTEGER NOT NULL REFERENCES entries, spec INTEGER NOT NULL REFERENCES "
    "texts, name INTEGER NOT NULL REFERENCES texts, count INTEGER NOT NULL, PRIMARY KEY (entry, spec, name)) "
    "STRICT, WITHOUT ROWID;";

constexpr const char* version_13 = LAUNDROMAT_WEBHOOK_STEP;

const std::array steps = {version_1,  version_2,  version_3,         version_4, version_5,
                          version_6,  version_7,  version_8.c_str(), version_9, version_10.c_str(),
                          version_11, version_12, version_13};

std::string as_literal(const std::filesystem::path& path) {
  std::string out = "'";
  for (char c : path.string()) out.append(c == '\'' ? 2 : 1, c);
  return out + "'";
}

/// Makes the file durable under its final name.
void keep_copy(const std::filesystem::path& part, const std::filesystem::path& name) {
  const auto keep = [&]() -> result<void> {
    const auto file = open_to_read_file(part);
    if (!file) return tl::unexpected(file.error());
    if (auto synced = posix_sync().file(file->get(), part); !synced) return synced;
    if (auto renamed = rename_file(part, name); !renamed) return renamed;
    return sync_folder(name.has_parent_path() ? name.parent_path() : std::filesystem::path{"."});
  };
  if (const auto kept = keep(); !kept)
    throw storage_fault{{errc::journal_failed, "keep " + name.string() + ": " + kept.error().detail}};
}

void copy_journal(database& db, const std::filesystem::path& backup) {
  const auto part = std::filesystem::path{backup}.concat(".part");
  std::error_code code;
  std::filesystem::remove(part, code);
  db.execute("VACUUM INTO " + as_literal(part));
  keep_copy(part, backup);
}

/// Ends the use of the write-ahead log, which no other program may have open.
void leave_log(database& db) {
  auto mode = db.query("PRAGMA journal_mode = DELETE");
  if (!mode.next() || mode.text(0) != "delete")
    throw storage_fault{{errc::journal_failed,
                         "the journal must be upgraded, but another program has it open: try again later"},
                        fault_reach::group};
}

/// Rewrites all pages with checksums, which needs another journal mode than the write-ahead log.
void make_room_for_checksums(database& db) {
  leave_log(db);
  db.use_page_bytes(static_cast<int>(db.number("PRAGMA page_size")));  // a VACUUM in place must not change it
  db.reserve_page_bytes(page_checksum_bytes);  // each VACUUM resets it, and the backup was one
  db.begin_page_checksums();
  db.execute("VACUUM");
  db.execute("PRAGMA journal_mode = WAL");
}

/// Makes the tables of `version`, in one transaction.
void apply_steps(database& db, std::span<const char* const> some_steps, std::size_t version) {
  db.execute("BEGIN IMMEDIATE");
  try {
    for (const auto* step : some_steps) db.execute(step);
    db.execute("PRAGMA application_id = " + std::to_string(journal_application_id));
    db.execute("PRAGMA user_version = " + std::to_string(version));
    db.execute("COMMIT");
  } catch (const storage_fault&) {
    if (db.in_transaction()) db.execute("ROLLBACK");
    throw;
  }
}

}  // namespace

std::span<const char* const> journal_steps() {
  return steps;
}

void check_identity(database& db, std::size_t newest) {
  const auto id = db.number("PRAGMA application_id");
  const auto version = db.number("PRAGMA user_version");
  const bool fresh = id == 0 && version == 0 && db.number("SELECT count(*) FROM sqlite_schema") == 0;
  if (!fresh && id != journal_application_id)
    throw storage_fault{
        {errc::journal_foreign,
         "journal.sqlite is a database of another program (its application_id is " + std::to_string(id) +
             "): name another data folder, or move that file away; nothing was changed"},
        fault_reach::group};
  if (version > static_cast<std::int64_t>(newest))
    throw storage_fault{
        {errc::journal_newer, "journal.sqlite has version " + std::to_string(version) +
                                  ", but this program supports versions up to " + std::to_string(newest) +
                                  ": use the program that wrote it, or a newer one; nothing was changed"},
        fault_reach::group};
}

void migrate(database& db, std::span<const char* const> to_steps, const std::filesystem::path& backup) {
  check_identity(db, to_steps.size());
  auto version = static_cast<std::size_t>(db.number("PRAGMA user_version"));
  if (version == to_steps.size()) return;
  if (version > 0 && !std::filesystem::exists(backup)) copy_journal(db, backup);
  if (version > 0 && version < checksums_since && to_steps.size() >= checksums_since)
    make_room_for_checksums(db);
  db.execute("PRAGMA foreign_keys = OFF");  // tables are replaced
  if (version == 0) {                       // after a kill a new journal has all of its tables or none
    apply_steps(db, to_steps, to_steps.size());
  } else {
    for (; version < to_steps.size(); ++version) apply_steps(db, to_steps.subspan(version, 1), version + 1);
  }
  db.execute("PRAGMA foreign_keys = ON");
}

void add_newer_tables(database& db) {
  db.execute(newer_tables);
}

bool has_other_pages(database& db) {
  return db.number("PRAGMA page_size") != journal_page_bytes;
}

void replace_by_small_pages(database db, const std::filesystem::path& path) {
  const auto part = std::filesystem::path{path}.concat(".part");
  std::error_code code;
  std::filesystem::remove(part, code);
  leave_log(db);
  db.use_page_bytes(journal_page_bytes);
  db.copy_with_checksums(part);
  keep_copy(part, path);
}

}  // namespace laundromat
