// A part of the step of the schema to version 10: conditional requests and intervals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

//   revisits  entry           the download whose answer gave what follows; it is used while that is the newest body of the seed, see `journal::kept_of`
//             etag, last_modified, expires   as received; NULL: none
//             cache_control, vary            as received, joined; they repeat over seeds
//             fresh_until_ms  the server states that the body does not change before; 0: it states nothing
//             given_s         the interval of the seed list, or as announced; `seeds.interval_s` may be longer
//             own_s           the interval before the freshness is regarded
//             visits, changes  ended crawls that succeeded after the first one, and those that brought other data
//   washings  with what documents are washed since a time, see `washing_signature`; or `records` and what `specs_signature` is since then
#define LAUNDROMAT_REVISIT_STEP                                                                           \
  "CREATE TABLE revisits (seed INTEGER PRIMARY KEY REFERENCES seeds, entry INTEGER NOT NULL REFERENCES "  \
  "entries, etag TEXT, last_modified TEXT, cache_control INTEGER REFERENCES texts, expires TEXT, vary "   \
  "INTEGER REFERENCES texts, fresh_until_ms INTEGER NOT NULL DEFAULT 0, given_s INTEGER NOT NULL, own_s " \
  "INTEGER NOT NULL, visits INTEGER NOT NULL DEFAULT 0, changes INTEGER NOT NULL DEFAULT 0) STRICT;"      \
  "CREATE TABLE washings (since_ms INTEGER NOT NULL, signature TEXT NOT NULL) STRICT;"
