// A part of the step of the schema to version 11: providers, and the versions of their graphs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

//   providers            each provider that was ever registered
//                        void_uri      where its VoID file was when it was registered: nothing else changes its graph
//                        version       the newest version of the graph
//                        generation    how often a provider of this name was dropped before
//   dropped_providers    how often each was, so that versions of its graph are told apart
//                        void_read_ms  begin of the crawl of the VoID file that was judged last
//   provider_datasets    what the VoID file says, and what became of it, see `stored_dataset`
//                        dumps, formats  a URI each line
//   provider_violations  rules that the VoID file breaks, by the numbers of `void_rule`
//   imports              see `graph_import`; `documents`: a hash each line; `notice…`: see `import_notice`
//   import_violations    rules that the VoID file broke when an import ended
//   graph_files          the files of the graphs: a whole version (`first` = `last`, is_whole), or the changes from version `first` - 1 to `last`
//   graph_stores         how far each SPARQL store has each graph: `version` is there; `target` is being sent, and the batches before `batch` are there,
//                        in pieces of `batch_statements`, of the whole graph if is_whole, see `store_cursor`
#define LAUNDROMAT_GRAPHS_STEP                                                                               \
  "CREATE TABLE providers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, graph TEXT NOT " \
  "NULL UNIQUE, "                                                                                            \
  "void_uri TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0, statements INTEGER NOT NULL DEFAULT 0, "      \
  "void_read_ms INTEGER NOT NULL DEFAULT 0, problem TEXT NOT NULL DEFAULT '', inbox TEXT NOT NULL DEFAULT "  \
  "'', generation INTEGER NOT NULL DEFAULT 0) STRICT;"                                                       \
  "CREATE TABLE dropped_providers (name TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT, WITHOUT ROWID;"    \
  "CREATE TABLE provider_datasets (provider INTEGER NOT NULL REFERENCES providers, key TEXT NOT NULL, "      \
  "modified_ms INTEGER NOT NULL, extent INTEGER NOT NULL, dumps TEXT NOT NULL, formats TEXT NOT NULL, "      \
  "harvested_ms INTEGER NOT NULL DEFAULT 0, running_ms INTEGER NOT NULL DEFAULT 0, begun_ms INTEGER NOT "    \
  "NULL DEFAULT 0, pending_ms INTEGER NOT NULL DEFAULT 0, not_before_ms INTEGER NOT NULL DEFAULT 0, "        \
  "failures INTEGER NOT NULL DEFAULT 0, is_written INTEGER NOT NULL DEFAULT 0, is_forced INTEGER NOT NULL "  \
  "DEFAULT 0, documents TEXT NOT NULL DEFAULT '', is_damaged INTEGER NOT NULL DEFAULT 0, PRIMARY KEY "       \
  "(provider, "                                                                                              \
  "key)) STRICT, WITHOUT ROWID;"                                                                             \
  "CREATE TABLE provider_violations (provider INTEGER NOT NULL REFERENCES providers, number INTEGER NOT "    \
  "NULL, rule INTEGER NOT NULL, dataset TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (provider, "         \
  "number)) STRICT, WITHOUT ROWID;"                                                                          \
  "CREATE TABLE imports (id INTEGER PRIMARY KEY AUTOINCREMENT, provider INTEGER NOT NULL REFERENCES "        \
  "providers, dataset "                                                                                      \
  "TEXT NOT NULL, modified_ms INTEGER NOT NULL, begun_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, "      \
  "outcome INTEGER NOT NULL, extent INTEGER NOT NULL, version INTEGER NOT NULL, removed INTEGER NOT NULL, "  \
  "added INTEGER NOT NULL, statements INTEGER NOT NULL, defects INTEGER NOT NULL, skipped_bytes INTEGER "    \
  "NOT NULL, "                                                                                               \
  "foreign_statements INTEGER NOT NULL, cause INTEGER NOT NULL, detail TEXT NOT NULL, documents TEXT NOT "   \
  "NULL, digest BLOB NOT NULL DEFAULT x'', has_receipt INTEGER NOT NULL DEFAULT 0, notice INTEGER NOT NULL " \
  "DEFAULT 0, notice_tries INTEGER NOT NULL DEFAULT 0, notice_not_before_ms INTEGER NOT NULL DEFAULT 0, "    \
  "notice_problem TEXT NOT NULL DEFAULT '') STRICT;"                                                         \
  "CREATE INDEX imports_by_provider ON imports (provider, version);"                                         \
  "CREATE INDEX imports_without_receipt ON imports (provider, id) WHERE has_receipt = 0;"                    \
  "CREATE INDEX imports_to_tell ON imports (id) WHERE notice = 0 AND has_receipt = 1;"                       \
  "CREATE INDEX imports_put_off ON imports (provider, notice_not_before_ms) WHERE notice = 0 AND "           \
  "has_receipt = 1;"                                                                                         \
  "CREATE INDEX imports_without_digest ON imports (provider, id) WHERE version > 0 AND digest = x'';"        \
  "CREATE INDEX void_attempts ON imports (provider, ended_ms) WHERE dataset = '' AND version = 0;"           \
  "CREATE TABLE import_violations (import INTEGER NOT NULL REFERENCES imports, number INTEGER NOT NULL, "    \
  "rule INTEGER NOT NULL, dataset TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (import, number)) "        \
  "STRICT, "                                                                                                 \
  "WITHOUT ROWID;"                                                                                           \
  "CREATE TABLE graph_files (provider INTEGER NOT NULL REFERENCES providers, first INTEGER NOT NULL, last "  \
  "INTEGER NOT NULL, is_whole INTEGER NOT NULL, lines INTEGER NOT NULL, bytes INTEGER NOT NULL, digest "     \
  "BLOB NOT NULL, PRIMARY KEY (provider, is_whole, first, last)) STRICT, WITHOUT ROWID;"                     \
  "CREATE TABLE graph_stores (store TEXT NOT NULL, place TEXT NOT NULL, provider INTEGER NOT NULL "          \
  "REFERENCES providers, version "                                                                           \
  "INTEGER NOT NULL, target INTEGER NOT NULL, batch INTEGER NOT NULL, is_whole INTEGER NOT NULL, "           \
  "batch_statements INTEGER NOT NULL, "                                                                      \
  "unsent INTEGER NOT NULL, repairs INTEGER NOT NULL, not_before_ms INTEGER NOT NULL, at_ms INTEGER NOT "    \
  "NULL, problem TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (store, provider)) STRICT, WITHOUT ROWID;"
