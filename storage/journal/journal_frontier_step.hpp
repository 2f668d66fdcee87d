// A part of the step of the schema to version 10: seeds and hosts at any number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

// Seeds are found by their hash and by their host in sorted runs, because an index over all of them has a random page for each new seed.
//   seeds         queued     a seed with the status 1 is in `queue`; else the index `seeds_by_due` has it until it is due
//                 rank       the lower, the earlier: the negative priority, and behind it the seeds that were crawled, see `rank_of`
//   seed_hashes   the hashes that no run has, with the rows of their seeds: see storage/journal/seed_hashes.hpp
//   hash_runs     bits       how many bits of a hash number its bucket
//                 state      0 it is being written, 1 it is used, 2 it is being removed
//                 young_end  rows of `seed_hashes` with seeds up to this one are in the run, too, and are to be removed; 0: none
//   hash_buckets  place      the run, and in the low 32 bits the first bits of the hashes
//                 entries    16 bytes of a hash and 5 of the row of its seed, the highest byte first, in the order of hashes
//   queue         the seeds that are due, by their host: see storage/journal/seed_queue.hpp
//                 rank       that of the seed
//   queue_runs    the seeds that may be in a run of the queue; run 0 takes single seeds, all others are written once, from a list. New seeds have
//                 rows behind all runs, so that the rows of a list that is being written are free
//   seed_files    lists that were read to their end: see `read_list`, storage/journal/seed_batch.hpp
//   authorities   documents  answers with a body, of downloads from this host; bytes: received; busy_us: while its requests were open
//                 day        since the epoch, of the newest of these documents; of_day, of_day_before: how many on that day and on the one before
//   budgets       scope      1 what the campaign may spend, 2 what each host may spend, 3 what the campaign has spent; 0: no limit
//   crawler       product    by which the crawler calls itself in robots.txt; empty before the first run
inline constexpr const char* frontier_step = R"sql(
DROP INDEX seeds_by_hash;
DROP INDEX seeds_by_turn;
DROP INDEX seeds_by_due;
DROP INDEX seeds_by_authority;
DROP INDEX seeds_by_document;
ALTER TABLE seeds ADD COLUMN queued INTEGER NOT NULL DEFAULT 1;
UPDATE seeds SET queued = 0 WHERE status <> 1 OR processed_ms > 0 OR interval_s > 1000000000;
ALTER TABLE seeds ADD COLUMN rank INTEGER AS (iif(crawls > 0, 1000, 0) - priority) VIRTUAL;
CREATE INDEX seeds_by_turn ON seeds (rank, processed_ms, added_ms) WHERE status = 1 AND queued = 1;
CREATE INDEX seeds_by_due ON seeds (due_ms) WHERE status = 1 AND queued = 0;
CREATE INDEX seeds_by_authority ON seeds (authority, status) WHERE present IS NOT NULL;
CREATE INDEX seeds_by_document ON seeds (document) WHERE document IS NOT NULL;

CREATE TABLE seed_hashes (hash BLOB PRIMARY KEY, seed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE hash_runs (
  run INTEGER PRIMARY KEY, bits INTEGER NOT NULL, seeds INTEGER NOT NULL, state INTEGER NOT NULL, young_end INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE hash_buckets (place INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
INSERT INTO seed_hashes SELECT hash, id FROM seeds ORDER BY hash;

CREATE TABLE queue (
  run INTEGER NOT NULL, authority INTEGER NOT NULL, rank INTEGER NOT NULL, seed INTEGER NOT NULL, PRIMARY KEY (run, authority, rank, seed)
) STRICT, WITHOUT ROWID;
CREATE TABLE queue_runs (run INTEGER PRIMARY KEY, first_seed INTEGER NOT NULL, last_seed INTEGER NOT NULL) STRICT;
INSERT INTO queue_runs VALUES (0, 0, 9223372036854775807);
INSERT INTO queue SELECT 0, authority, rank, id FROM seeds WHERE status = 1 AND queued = 1 ORDER BY authority, rank, id;
CREATE TRIGGER seeds_leave_queue AFTER UPDATE OF status, crawls ON seeds
  WHEN old.queued = 1 AND (new.status <> 1 OR new.crawls <> old.crawls) BEGIN
    DELETE FROM queue WHERE run = 0 AND authority = old.authority AND rank = old.rank AND seed = old.id;
    DELETE FROM queue WHERE run = (SELECT run FROM queue_runs WHERE run > 0 AND old.id BETWEEN first_seed AND last_seed)
      AND authority = old.authority AND rank = old.rank AND seed = old.id;
    UPDATE seeds SET queued = 0 WHERE id = old.id AND queued = 1;
  END;
CREATE TRIGGER seeds_enter_queue AFTER UPDATE OF queued ON seeds WHEN old.queued = 0 AND new.queued = 1 BEGIN
    INSERT OR IGNORE INTO queue VALUES (0, new.authority, new.rank, new.id);
  END;

ALTER TABLE authorities ADD COLUMN documents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE authorities ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE authorities ADD COLUMN busy_us INTEGER NOT NULL DEFAULT 0;
ALTER TABLE authorities ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE authorities ADD COLUMN of_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE authorities ADD COLUMN of_day_before INTEGER NOT NULL DEFAULT 0;
CREATE TABLE budgets (scope INTEGER PRIMARY KEY, documents INTEGER NOT NULL, bytes INTEGER NOT NULL, busy_us INTEGER NOT NULL) STRICT;
INSERT INTO budgets VALUES (1, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 0);
CREATE TABLE crawler (product TEXT NOT NULL) STRICT;
INSERT INTO crawler VALUES ('');

CREATE TABLE seed_files (
  path TEXT PRIMARY KEY, device INTEGER NOT NULL, number INTEGER NOT NULL, bytes INTEGER NOT NULL, modified_ns INTEGER NOT NULL,
  changed_ns INTEGER NOT NULL, seeds INTEGER NOT NULL, digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

}  // namespace laundromat
