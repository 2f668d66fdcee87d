// The step of the schema to version 13: events for webhooks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

//   webhook_events    what is to be told, in the order in which it was committed; removed when all webhooks have it. Empty without webhooks
//                     seed, entry    rows, without a reference that would cost each event a search; 0: none
//   webhooks          those of the campaign, see `delivery_state`
//   webhook_problems  what needs a person now: `key` names it
#define LAUNDROMAT_WEBHOOK_STEP                                                                              \
  "CREATE TABLE webhook_events (number INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, at_ms "     \
  "INTEGER NOT NULL, seed INTEGER NOT NULL, entry INTEGER NOT NULL, facts TEXT NOT NULL) STRICT;"            \
  "CREATE TABLE webhooks (name TEXT PRIMARY KEY, url TEXT NOT NULL, wanted INTEGER NOT NULL, told INTEGER "  \
  "NOT NULL, target INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0, not_before_ms INTEGER "    \
  "NOT NULL DEFAULT 0, failing_since_ms INTEGER NOT NULL DEFAULT 0, told_at_ms INTEGER NOT NULL DEFAULT 0, " \
  "problem TEXT NOT NULL DEFAULT '', is_gone INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT "  \
  "0) STRICT, WITHOUT ROWID;"                                                                                \
  "CREATE TABLE webhook_problems (key TEXT PRIMARY KEY, since_ms INTEGER NOT NULL, facts TEXT NOT NULL) "    \
  "STRICT, WITHOUT ROWID;"
