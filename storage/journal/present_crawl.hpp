// Defines which crawls of a seed are its present, as opposed to older crawls.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

/// The crawls that a list includes.
/// The present of a seed consists of two downloads with their trees:
/// * the download that determines the standing: the newest finished one. An `unchanged` download is replaced by the crawl that it was
///   compared with. While none is finished, the first one, which is running;
/// * the download with the newest documents: the newest finished one with a document or an archive, so that a temporary failure of a host
///   does not hide documents. While there is none, the newest download.
/// It also includes all unfinished entries, and the newest download if it is `unchanged`. All other crawls are history.
enum class crawl_scope : std::uint8_t { present, all };

// Stored numbers of statuses: 6 depleted, 10 parsed, 12 failed, 13 refused, 14 unchanged.
#define LAUNDROMAT_DOWNLOADS_OF_SEED "FROM entries e WHERE e.seed = seeds.id AND e.parent IS NULL "
#define LAUNDROMAT_NEWEST_OF_SEED                                                                           \
  "NOT EXISTS (SELECT 1 FROM entries n WHERE n.seed = e.seed AND n.parent IS NULL AND n.open = 0 AND n.id " \
  "> "                                                                                                      \
  "e.id)"

/// Sets `present` and `document` of seeds; `WHERE id = ?1` may follow.
#define LAUNDROMAT_SETTLE_PRESENT                                                         \
  "UPDATE seeds SET present = coalesce((SELECT e.id " LAUNDROMAT_DOWNLOADS_OF_SEED        \
  "AND e.open = 0 AND e.status <> 14 AND (e.raw_path <> '' OR " LAUNDROMAT_NEWEST_OF_SEED \
  ") ORDER BY e.id DESC LIMIT 1), (SELECT max(e.id) " LAUNDROMAT_DOWNLOADS_OF_SEED        \
  "AND e.open = 0), (SELECT max(e.id) " LAUNDROMAT_DOWNLOADS_OF_SEED                      \
  ")), document = coalesce((SELECT e.id " LAUNDROMAT_DOWNLOADS_OF_SEED                    \
  "AND e.open = 0 AND e.status IN (6, 10) ORDER BY e.id DESC LIMIT 1), (SELECT "          \
  "max(e.id) " LAUNDROMAT_DOWNLOADS_OF_SEED "))"

/// Sets `failing_since_ms` of seeds whose `present` is set; `WHERE id = ?1` may follow. `ENDED` is the end of an entry.
#define LAUNDROMAT_SETTLE_FAILING_BY(ENDED)                                                                 \
  "UPDATE seeds SET failing_since_ms = CASE WHEN coalesce((SELECT status FROM entries WHERE id = "          \
  "seeds.present), 0) NOT IN (12, 13) THEN 0 WHEN failing_since_ms > 0 THEN failing_since_ms ELSE "         \
  "coalesce((SELECT min(" ENDED ") " LAUNDROMAT_DOWNLOADS_OF_SEED                                           \
  "AND e.open = 0 AND e.status IN (12, 13) AND e.id > coalesce((SELECT max(g.id) FROM entries g WHERE "     \
  "g.seed = seeds.id AND g.parent IS NULL AND g.open = 0 AND g.status IN (6, 10, 14)), 0)), (SELECT " ENDED \
  " FROM entries WHERE id = seeds.present)) END"
#define LAUNDROMAT_SETTLE_FAILING LAUNDROMAT_SETTLE_FAILING_BY("begun_ms + took_ms")

/// Whether an entry `e` of a seed `s` belongs to the present.
#define LAUNDROMAT_IS_PRESENT                                                                               \
  "(coalesce(e.root, e.id) IN (s.present, s.document) OR e.status NOT IN (6, 10, 12, 13, 14) OR (e.status " \
  "= "                                                                                                      \
  "14 AND " LAUNDROMAT_NEWEST_OF_SEED "))"
/// The same for an `e` that is parsed.
#define LAUNDROMAT_IS_PRESENT_DOCUMENT "coalesce(e.root, e.id) = s.document"

}  // namespace laundromat
