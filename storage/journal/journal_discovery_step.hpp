// A part of the step of the schema to version 10: announcements, datasets, and the rules of the operator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

//   seeds          depth     documents between a seed of the list and this one; sitemaps and next pages of a list do not count
//                  found_as  as what it was announced first (`announced_as`); 0: it is on the list
//   announcements  each seed with each seed whose documents announce it, once for each kind
//                  announced_by  0: no document; `via` says what
//                  via       the element, relation or predicate
//                  dataset   to which it belongs
//   domains        how many URIs were found at all hosts of a registrable domain
//   announced      what became of the URIs that a crawled entry announces: how many, by cause
//                  refused_uris   the first ones that were refused, a line each: the number of `announced_as`, a space and the URI
//   following      what decides about the causes for which URIs are not followed, see `following_terms`
//                  since_ms  since when more may be followed than what an entry found that began before; 0: from the beginning
//                  words     a line each
//   steering       what the operator has decided (`steering_rule`); `steering_version` changes with each change of it, and when a wait of a host was ended
//   cleans         taken_down  1: it was removed by a takedown, and not because it is an older version
//   erasures       what a takedown has yet to remove from the disk (`erasure`); a row goes when that is gone
//   datasets       each dataset, once for each seed whose documents announce it; `facts`: `announced_dataset` as JSON
#define LAUNDROMAT_DISCOVERY_STEP                                                                            \
  "ALTER TABLE seeds ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;"                                           \
  "ALTER TABLE seeds ADD COLUMN found_as INTEGER NOT NULL DEFAULT 0;"                                        \
  "ALTER TABLE authorities ADD COLUMN found INTEGER NOT NULL DEFAULT 0;"                                     \
  "CREATE TABLE domains (name TEXT PRIMARY KEY, found INTEGER NOT NULL) STRICT, WITHOUT ROWID;"              \
  "CREATE TABLE datasets (id INTEGER PRIMARY KEY, announced_by INTEGER NOT NULL REFERENCES seeds, key "      \
  "TEXT NOT NULL, label TEXT NOT NULL, facts TEXT NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER "     \
  "NOT NULL, UNIQUE (announced_by, key)) STRICT;"                                                            \
  "CREATE TABLE announcements (seed INTEGER NOT NULL REFERENCES seeds, announced_by INTEGER NOT NULL, kind " \
  "INTEGER NOT NULL, via INTEGER REFERENCES texts, dataset INTEGER REFERENCES "                              \
  "datasets, modified_ms INTEGER NOT NULL DEFAULT 0, first_ms INTEGER NOT NULL, last_ms INTEGER NOT "        \
  "NULL, PRIMARY KEY (seed, announced_by, kind)) STRICT, WITHOUT ROWID;"                                     \
  "CREATE INDEX announcements_by ON announcements (announced_by);"                                           \
  "CREATE TABLE announced (entry INTEGER NOT NULL REFERENCES entries, cause INTEGER NOT NULL, count "        \
  "INTEGER NOT NULL, refused_uris TEXT NOT NULL DEFAULT '', PRIMARY KEY (entry, cause)) STRICT, WITHOUT "    \
  "ROWID;"                                                                                                   \
  "CREATE TABLE following (cause INTEGER PRIMARY KEY, since_ms INTEGER NOT NULL, words TEXT NOT NULL) "      \
  "STRICT;"                                                                                                  \
  "CREATE TABLE steering (kind INTEGER NOT NULL, what TEXT NOT NULL, reason TEXT NOT NULL, since_ms "        \
  "INTEGER NOT NULL, PRIMARY KEY (kind, what)) STRICT, WITHOUT ROWID;"                                       \
  "CREATE TABLE steering_version (version INTEGER NOT NULL) STRICT;"                                         \
  "INSERT INTO steering_version VALUES (0);"                                                                 \
  "DROP INDEX seeds_refused;"                                                                                \
  "CREATE INDEX seeds_refused ON seeds (relative, refused_ms) WHERE status = 13;"                            \
  "ALTER TABLE cleans ADD COLUMN taken_down INTEGER NOT NULL DEFAULT 0;"                                     \
  "CREATE TABLE erasures (what INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (what, name)) STRICT, "     \
  "WITHOUT ROWID;"                                                                                           \
  "CREATE TRIGGER steering_added AFTER INSERT ON steering BEGIN UPDATE steering_version SET version = "      \
  "version + 1; END;"                                                                                        \
  "CREATE TRIGGER steering_changed AFTER UPDATE ON steering BEGIN UPDATE steering_version SET version = "    \
  "version + 1; END;"                                                                                        \
  "CREATE TRIGGER steering_lifted AFTER DELETE ON steering BEGIN UPDATE steering_version SET version = "     \
  "version + 1; END;"
