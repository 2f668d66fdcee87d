// The step of the schema that makes a document cost bytes instead of rows (version 8).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/kept_counts.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

// The index of a hash has its first bytes only; a query compares both: see `LAUNDROMAT_HAS_HASH`. So uniqueness is checked by the queries that
// insert.
//   authorities        `host:port` of seeds, each once
//   live_seeds         one row: the hashes of seeds that are crawled, of which nothing may be stored yet; empty after a stop in order
//   texts              texts that many rows repeat, each once: encodings, media types, addresses, evidence
//   seeds    due_ms    the seed is due when this is before now
//            refused_ms  time when it was refused
//   entries  uri       of a member; NULL: the URI of its seed
//            base_uri  NULL: as `uri`
//            took_ms   from `begun_ms` to the end of the download, or to the final status; NULL before
//            has_worker  a worker has it, or it waits for its first request
//            history   `[event, ms since begun_ms, cause, detail, 1 when nothing was tried]` of each step, separated by commas; trailing
//                      defaults are left out. Event 0: an attempt of the download began. Append-only
//            encodings, formats  evidence: the `texts` row with `[source, value, rank, chosen, note]` of each
//            wire_…    measurements of a body as received; `size_bytes` has its size
//            decoded_is_wire  the decoded document has the same; else it may have a row in `decoded_contents`
//            read, duplicates  statements of `clean`, before and by removing duplicates
//   hops     after_ms  begin, since `begun_ms` of the entry
//            uri       NULL: the URI of the seed
//   cleans   identity  NULL: the hash itself
//            sources   the number of entries of it that belong to the present of their seed
//   counts   see `count_kind`, storage/journal/kept_counts.hpp
constexpr const char* slim_tables = R"sql(
CREATE TABLE authorities (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE new_seeds (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL, uri TEXT NOT NULL, authority INTEGER NOT NULL REFERENCES authorities,
  relative INTEGER NOT NULL, status INTEGER NOT NULL, cause INTEGER NOT NULL DEFAULT 0, added_ms INTEGER NOT NULL,
  processed_ms INTEGER NOT NULL DEFAULT 0, interval_s INTEGER NOT NULL, priority INTEGER NOT NULL, crawls INTEGER NOT NULL DEFAULT 0,
  present INTEGER REFERENCES entries, document INTEGER REFERENCES entries, failing_since_ms INTEGER NOT NULL DEFAULT 0,
  refused_ms INTEGER NOT NULL DEFAULT 0, detail TEXT NOT NULL DEFAULT '',
  due_ms INTEGER AS (processed_ms + interval_s * 1000) VIRTUAL
) STRICT;

CREATE TABLE new_cleans (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL, statements INTEGER NOT NULL, quads INTEGER NOT NULL, newline INTEGER NOT NULL,
  bytes INTEGER NOT NULL, chars INTEGER NOT NULL, lines INTEGER NOT NULL, compressed_bytes INTEGER NOT NULL, written_ms INTEGER NOT NULL,
  identity_kind INTEGER NOT NULL, segment INTEGER NOT NULL, segment_offset INTEGER NOT NULL, removed_ms INTEGER NOT NULL DEFAULT 0,
  sources INTEGER NOT NULL DEFAULT 0, identity BLOB
) STRICT;

CREATE TABLE new_entries (
  id INTEGER PRIMARY KEY, hash BLOB NOT NULL, seed INTEGER NOT NULL REFERENCES seeds, parent INTEGER REFERENCES entries,
  root INTEGER REFERENCES entries, status INTEGER NOT NULL, attempt INTEGER NOT NULL, crashes INTEGER NOT NULL DEFAULT 0,
  cause INTEGER NOT NULL DEFAULT 0, open INTEGER NOT NULL CHECK (open >= 0), has_worker INTEGER NOT NULL DEFAULT 0,
  not_before_ms INTEGER NOT NULL DEFAULT 0, begun_ms INTEGER NOT NULL, took_ms INTEGER, size_bytes INTEGER NOT NULL DEFAULT 0,
  format INTEGER NOT NULL DEFAULT 0, clean INTEGER REFERENCES cleans, read INTEGER NOT NULL DEFAULT 0, duplicates INTEGER NOT NULL DEFAULT 0,
  statement_bytes INTEGER NOT NULL DEFAULT 0, syntax_bytes INTEGER NOT NULL DEFAULT 0, quarantine_bytes INTEGER NOT NULL DEFAULT 0,
  encoding INTEGER REFERENCES texts, media_type INTEGER REFERENCES texts, charset INTEGER REFERENCES texts,
  encodings INTEGER REFERENCES texts, formats INTEGER REFERENCES texts, declares INTEGER REFERENCES declared_prefixes,
  wire_newline INTEGER, wire_chars INTEGER, wire_lines INTEGER, wire_digest BLOB, decoded_is_wire INTEGER NOT NULL DEFAULT 0,
  used_base INTEGER NOT NULL DEFAULT 0, chain TEXT NOT NULL DEFAULT '', uri TEXT, base_uri TEXT, raw_path TEXT NOT NULL DEFAULT '',
  history TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '', path BLOB NOT NULL DEFAULT x'', ordinal INTEGER NOT NULL DEFAULT 0,
  share_bytes INTEGER NOT NULL DEFAULT 0, unpacked_bytes INTEGER NOT NULL DEFAULT 0, unpacked_entries INTEGER NOT NULL DEFAULT 0,
  delta_from INTEGER REFERENCES cleans, ledger BLOB NOT NULL DEFAULT x'', ledger_rows_left_out INTEGER NOT NULL DEFAULT 0,
  ledger_bytes_left_out INTEGER NOT NULL DEFAULT 0, head TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE new_hops (
  entry INTEGER NOT NULL REFERENCES entries, ordinal INTEGER NOT NULL, attempt INTEGER NOT NULL, status TEXT NOT NULL,
  version_major INTEGER NOT NULL, version_minor INTEGER NOT NULL, after_ms INTEGER NOT NULL, walltime_us INTEGER NOT NULL,
  wire_bytes INTEGER NOT NULL, decoded_bytes INTEGER NOT NULL, address INTEGER REFERENCES texts, error INTEGER NOT NULL, uri TEXT,
  detail TEXT NOT NULL, headers BLOB NOT NULL, PRIMARY KEY (entry, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE decoded_contents (
  entry INTEGER PRIMARY KEY REFERENCES entries, newline INTEGER NOT NULL, bytes INTEGER NOT NULL, chars INTEGER NOT NULL,
  lines INTEGER NOT NULL, digest BLOB NOT NULL
) STRICT;

CREATE TABLE counts (
  what INTEGER NOT NULL, status INTEGER NOT NULL, cause INTEGER NOT NULL, http_status TEXT NOT NULL, total INTEGER NOT NULL,
  past INTEGER NOT NULL, PRIMARY KEY (what, status, cause, http_status)
) STRICT, WITHOUT ROWID;
)sql";

// Tables that journals of this version did not have before its release.
//   label_choice  which labels the last run wanted to be indexed, see core/labels/label_choice.hpp
//   entry_blocks  what the parsed entries of a block of 4,096 have in common, see `entry_block`
constexpr const char* newer_tables = R"sql(
CREATE TABLE IF NOT EXISTS live_seeds (hashes BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entry_blocks (
  block INTEGER PRIMARY KEY, least_ms INTEGER NOT NULL, greatest_ms INTEGER NOT NULL, formats INTEGER NOT NULL,
  least_root INTEGER NOT NULL, greatest_root INTEGER NOT NULL, places BLOB NOT NULL, by_uri BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS label_choice (choice TEXT NOT NULL) STRICT;
)sql";

// The steps of an older history are its transitions, and the attempts of downloads that no transition began. Those are placed before the
// transition that ended them.
constexpr const char* slim_move = R"sql(
INSERT INTO authorities (name) SELECT DISTINCT authority FROM seeds;
INSERT INTO new_seeds (id, hash, uri, authority, relative, status, cause, added_ms, processed_ms, interval_s, priority, crawls, present,
    document, failing_since_ms, refused_ms, detail)
  SELECT s.id, s.hash, s.uri, a.id, s.relative, s.status, s.cause, s.added_ms, s.processed_ms, s.interval_s, s.priority, s.crawls,
    s.present, s.document, s.failing_since_ms,
    coalesce((SELECT t.at_ms FROM transitions t WHERE t.record = s.id AND t.kind = 1 AND t.event = 3), 0), s.detail
  FROM seeds s JOIN authorities a ON a.name = s.authority;

INSERT INTO new_cleans SELECT c.id, c.hash, c.statements, c.quads, coalesce(m.newline, 0), coalesce(m.bytes, 0), coalesce(m.chars, 0),
    coalesce(m.lines, 0), c.compressed_bytes, c.written_ms, c.identity_kind, c.segment, c.segment_offset, c.removed_ms, 0,
    iif(c.identity_kind = 1, NULL, c.identity)
  FROM cleans c LEFT JOIN contents m ON m.record = c.id AND m.kind = 3 AND m.role = 3;

CREATE TEMP TABLE evidence_texts AS
  SELECT entry, kind, json_group_array(json_array(source, value, rank, chosen, note)) AS text
  FROM (SELECT * FROM evidence ORDER BY entry, kind, ordinal) GROUP BY entry, kind;
INSERT INTO texts (text) SELECT encoding FROM entries WHERE encoding <> '' UNION SELECT media_type FROM entries WHERE media_type <> ''
  UNION SELECT charset FROM entries WHERE charset <> '' UNION SELECT address FROM hops WHERE address <> ''
  UNION SELECT text FROM evidence_texts;
CREATE INDEX temp.evidence_texts_by_entry ON evidence_texts (entry, kind);

CREATE TEMP TABLE old_steps AS
  SELECT record AS entry, id AS place, 1 AS turn, event, at_ms, cause, detail,
    event = 24 AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.entry = t.record AND a.ended_ms = t.at_ms) AS tried_nothing
  FROM transitions t WHERE kind = 2 AND event NOT IN (5, 10)
  UNION ALL
  SELECT (SELECT max(d.record) FROM transitions d JOIN entries e ON e.id = d.record AND e.seed = t.record AND e.parent IS NULL
      WHERE d.kind = 2 AND d.event = 5 AND d.id < t.id), id, 1, event, at_ms, cause, detail, 0
  FROM transitions t WHERE kind = 1 AND event IN (4, 23)
  UNION ALL
  SELECT a.entry, coalesce((SELECT min(t.id) FROM transitions t WHERE t.kind = 2 AND t.record = a.entry AND t.event NOT IN (5, 10) AND
      t.at_ms >= a.ended_ms), 9223372036854775807), 0, 0, a.begun_ms, 0, '', 0
  FROM attempts a JOIN entries e ON e.id = a.entry WHERE a.stage = 1 AND NOT (a.attempt = 1 AND a.begun_ms = e.begun_ms);
CREATE INDEX temp.old_steps_in_order ON old_steps (entry, place, turn);

INSERT INTO new_entries (id, hash, seed, parent, root, status, attempt, crashes, cause, open, has_worker, not_before_ms, begun_ms, took_ms,
    size_bytes, format, clean, read, duplicates, statement_bytes, syntax_bytes, quarantine_bytes, encoding, media_type, charset, encodings,
    formats, declares, wire_newline, wire_chars, wire_lines, wire_digest, decoded_is_wire, used_base, chain, uri, base_uri, raw_path,
    history, detail, path, ordinal, share_bytes, unpacked_bytes, unpacked_entries, delta_from, ledger, ledger_rows_left_out,
    ledger_bytes_left_out, head)
  SELECT e.id, e.hash, e.seed, e.parent, e.root, e.status, e.attempt, e.crashes, e.cause, e.open, e.open_attempt IS NOT NULL,
    e.not_before_ms, e.begun_ms, iif(e.ended_ms = 0, NULL, e.ended_ms - e.begun_ms), e.size_bytes, e.format, e.clean,
    coalesce(l.read, 0), coalesce(l.duplicates, 0), e.statement_bytes, e.syntax_bytes, e.quarantine_bytes,
    (SELECT id FROM texts WHERE text = e.encoding), (SELECT id FROM texts WHERE text = e.media_type),
    (SELECT id FROM texts WHERE text = e.charset),
    (SELECT t.id FROM evidence_texts v JOIN texts t ON t.text = v.text WHERE v.entry = e.id AND v.kind = 1),
    (SELECT t.id FROM evidence_texts v JOIN texts t ON t.text = v.text WHERE v.entry = e.id AND v.kind = 2), e.declares,
    w.newline, w.chars, w.lines, w.digest, 0, e.used_base, e.chain, iif(e.parent IS NULL, NULL, e.uri), iif(e.base_uri = e.uri, NULL, e.base_uri),
    e.raw_path,
    coalesce((SELECT group_concat(text) FROM (SELECT CASE WHEN tried_nothing THEN json_array(event, at_ms - e.begun_ms, cause, detail, 1)
        WHEN detail <> '' THEN json_array(event, at_ms - e.begun_ms, cause, detail)
        WHEN cause <> 0 THEN json_array(event, at_ms - e.begun_ms, cause) ELSE json_array(event, at_ms - e.begun_ms) END AS text
        FROM old_steps o WHERE o.entry = e.id ORDER BY place, turn)), ''),
    e.detail, e.path, e.ordinal, e.share_bytes, e.unpacked_bytes, e.unpacked_entries, e.delta_from, e.ledger, e.ledger_rows_left_out,
    e.ledger_bytes_left_out, e.head
  FROM entries e LEFT JOIN clean_sources l ON l.clean = e.clean AND l.entry = e.id
    LEFT JOIN contents w ON w.record = e.id AND w.kind = 2 AND w.role = 1;
INSERT INTO decoded_contents SELECT record, newline, bytes, chars, lines, digest FROM contents WHERE kind = 2 AND role = 2;

INSERT INTO new_hops SELECT h.entry, row_number() OVER (PARTITION BY h.entry ORDER BY h.id) - 1, h.attempt, h.status, h.version_major,
    h.version_minor, h.begun_ms - e.begun_ms, h.walltime_us, h.wire_bytes, h.decoded_bytes, (SELECT id FROM texts WHERE text = h.address),
    h.error, iif(h.uri = e.uri, NULL, h.uri), h.detail, h.headers
  FROM hops h JOIN entries e ON e.id = h.entry;

DROP TABLE temp.evidence_texts;
DROP TABLE temp.old_steps;
DROP TABLE transitions;
DROP TABLE attempts;
DROP TABLE evidence;
DROP TABLE contents;
DROP TABLE clean_sources;
DROP TABLE hops;
DROP TABLE entries;
DROP TABLE cleans;
DROP TABLE seeds;
ALTER TABLE new_seeds RENAME TO seeds;
ALTER TABLE new_cleans RENAME TO cleans;
ALTER TABLE new_entries RENAME TO entries;
ALTER TABLE new_hops RENAME TO hops;
)sql";

constexpr const char* slim_indexes = R"sql(
CREATE INDEX seeds_by_hash ON seeds (substr(hash, 1, 6));
CREATE INDEX seeds_by_turn ON seeds (priority DESC, processed_ms, added_ms) WHERE status = 1;
CREATE INDEX seeds_by_due ON seeds (due_ms) WHERE status = 1;
CREATE INDEX seeds_overdue ON seeds (due_ms) WHERE status = 1 AND crawls > 0 AND failing_since_ms = 0;
CREATE INDEX seeds_failing ON seeds (failing_since_ms) WHERE failing_since_ms > 0;
CREATE INDEX seeds_refused ON seeds (relative, added_ms) WHERE status = 13;
CREATE INDEX seeds_by_authority ON seeds (authority, status, priority DESC, processed_ms, added_ms);
CREATE INDEX seeds_by_document ON seeds (document);
CREATE INDEX seeds_crawling ON seeds (status) WHERE status = 2;
CREATE INDEX seeds_relative ON seeds (relative) WHERE relative = 1;

CREATE INDEX cleans_by_hash ON cleans (substr(hash, 1, 6));
CREATE INDEX cleans_by_identity ON cleans (identity) WHERE identity IS NOT NULL;
CREATE INDEX cleans_by_statements ON cleans (statements);
CREATE INDEX cleans_by_bytes ON cleans (bytes);
CREATE INDEX cleans_removed ON cleans (removed_ms) WHERE removed_ms > 0;

CREATE INDEX entries_by_hash ON entries (substr(hash, 1, 6));
CREATE INDEX entries_by_seed ON entries (seed) WHERE parent IS NULL;
CREATE INDEX entries_by_clean ON entries (clean) WHERE clean IS NOT NULL;
CREATE INDEX entries_not_parsed ON entries (status, cause) WHERE status <> 10;
CREATE INDEX entries_to_fetch ON entries (not_before_ms) WHERE status = 2 AND has_worker = 0;
CREATE INDEX entries_by_base ON entries (base_uri) WHERE parent IS NULL AND base_uri IS NOT NULL;
CREATE INDEX entries_by_parent ON entries (parent, ordinal) WHERE parent IS NOT NULL;
CREATE INDEX members_by_seed ON entries (seed, root) WHERE parent IS NOT NULL;
CREATE INDEX roots_open ON entries (parent) WHERE parent IS NULL AND open > 0;
CREATE INDEX children_open ON entries (parent, ordinal) WHERE parent IS NOT NULL AND open > 0;

CREATE INDEX defect_counts_by_rule ON defect_counts (rule);

CREATE TRIGGER history_is_append_only BEFORE UPDATE OF history, begun_ms ON entries
  WHEN new.begun_ms <> old.begun_ms OR substr(new.history, 1, length(old.history)) <> old.history
  BEGIN SELECT raise(ABORT, 'history is append-only'); END;
CREATE TRIGGER history_is_kept BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'history is append-only'); END;
)sql";

// Counts all records once.
constexpr const char* slim_counts = "UPDATE cleans SET sources = " LAUNDROMAT_PRESENT_SOURCES
                                    ";INSERT INTO counts " LAUNDROMAT_COUNT_RECORDS ";";

// Views for readers with plain SQL: the rows that versions before had as tables.
constexpr const char* slim_views = R"sql(
CREATE VIEW clean_sources AS SELECT clean, id AS entry, read, duplicates FROM entries WHERE clean IS NOT NULL;
CREATE VIEW steps AS
  SELECT e.id AS entry, j.key AS ordinal, json_extract(j.value, '$[0]') AS event, e.begun_ms + json_extract(j.value, '$[1]') AS at_ms,
    coalesce(json_extract(j.value, '$[2]'), 0) AS cause, coalesce(json_extract(j.value, '$[3]'), '') AS detail
  FROM entries e, json_each('[' || e.history || ']') j;
CREATE VIEW transitions AS
  SELECT added_ms AS at_ms, 1 AS kind, id AS record, 1 AS event, 0 AS cause, '' AS detail FROM seeds
  UNION ALL SELECT refused_ms, 1, id, 3, cause, detail FROM seeds WHERE status = 13
  UNION ALL SELECT begun_ms, 1, seed, 2, 0, '' FROM entries WHERE parent IS NULL
  UNION ALL SELECT s.at_ms, 1, e.seed, s.event, s.cause, s.detail FROM steps s JOIN entries e ON e.id = s.entry WHERE s.event IN (4, 23)
  UNION ALL SELECT begun_ms, 2, id, iif(parent IS NULL, 5, 10), 0, '' FROM entries
  UNION ALL SELECT at_ms, 2, entry, event, cause, detail FROM steps WHERE event NOT IN (0, 4, 23)
  UNION ALL SELECT written_ms, 3, id, 17, 0, '' FROM cleans;
CREATE VIEW contents AS
  SELECT 2 AS kind, id AS record, 1 AS role, wire_newline AS newline, size_bytes AS bytes, wire_chars AS chars, wire_lines AS lines,
    wire_digest AS digest FROM entries WHERE wire_digest IS NOT NULL
  UNION ALL SELECT 2, id, 2, wire_newline, size_bytes, wire_chars, wire_lines, wire_digest FROM entries WHERE decoded_is_wire = 1
  UNION ALL SELECT 2, entry, 2, newline, bytes, chars, lines, digest FROM decoded_contents
  UNION ALL SELECT 3, id, 3, newline, bytes, chars, lines, hash FROM cleans WHERE bytes > 0 OR statements = 0;
CREATE VIEW evidence AS
  SELECT e.id AS entry, k.kind, j.key AS ordinal, json_extract(j.value, '$[0]') AS source, json_extract(j.value, '$[1]') AS value,
    json_extract(j.value, '$[2]') AS rank, json_extract(j.value, '$[3]') AS chosen, json_extract(j.value, '$[4]') AS note
  FROM (SELECT 1 AS kind UNION ALL SELECT 2) k, entries e JOIN texts t ON t.id = iif(k.kind = 1, e.encodings, e.formats), json_each(t.text) j;
)sql";

}  // namespace laundromat
