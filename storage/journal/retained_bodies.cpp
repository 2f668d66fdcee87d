// Reads pages of downloads, and looks up the other downloads of their seeds.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/retained_bodies.hpp"

#include "core/records/body_path.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t most_counted = 1'000'001;  // `raw.keep_newest` is not larger

/// A download with a body.
struct download_row {
  row_id id = 0, seed = 0;
  std::string raw_path;
  std::uint64_t received_bytes = 0;
  timestamp begun{};
  bool is_open = false, is_document = false;
};

#define LAUNDROMAT_KEPT_BODY(TABLE) TABLE ".raw_path <> '' AND " TABLE ".raw_path NOT GLOB 'removed:*' "

bool is_there(cursor c) {
  return c.next();
}

bool shares_bytes_with_newer(database& db, const download_row& row) {
  return is_there(
      db.query("SELECT 1 FROM entries e JOIN entries n ON n.seed = e.seed AND n.parent IS NULL AND n.id > "
               "e.id AND n.wire_digest = e.wire_digest AND " LAUNDROMAT_KEPT_BODY("n") "WHERE e.id = ?1 "
                                                                                       "LIMIT 1",
               row.id));
}

bool has_older_with_the_same_bytes(database& db, const download_row& row) {
  return is_there(
      db.query("SELECT 1 FROM entries e JOIN entries o ON o.seed = e.seed AND o.parent IS NULL AND o.id < "
               "e.id AND o.wire_digest = e.wire_digest WHERE e.id = ?1 LIMIT 1",
               row.id));
}

std::uint64_t stored_bytes(database& db, const download_row& row) {
  if (shares_bytes_with_newer(db, row)) return 0;
  const auto payload = warc_place_of(row.raw_path), capture = warc_capture_of(row.raw_path);
  if (!payload || !capture) return row.received_bytes;
  const bool is_near = *payload != *capture && payload->serial == capture->serial;
  return is_near && !has_older_with_the_same_bytes(db, row) ? 0 : payload->length_bytes;
}

std::uint32_t newer_bodies(database& db, const download_row& row) {
  auto c = db.query(
      "SELECT count(*) FROM (SELECT 1 FROM entries n WHERE n.seed = ?1 AND n.parent IS NULL AND "
      "n.id > ?2 AND " LAUNDROMAT_KEPT_BODY("n") "LIMIT ?3)",
      row.seed, row.id, most_counted);
  return c.next() ? c.as<std::uint32_t>(0) : 0;
}

bool has_documents(database& db, row_id root) {
  return !is_there(
      db.query("SELECT 1 FROM entries e JOIN cleans c ON c.id = e.clean WHERE e.id = ?1 AND "
               "c.removed_ms > 0 UNION ALL SELECT 1 FROM entries m JOIN cleans c ON c.id = "
               "m.clean WHERE m.seed = (SELECT seed FROM entries WHERE id = ?1) AND m.root = ?1 "
               "AND m.parent IS NOT NULL AND c.removed_ms > 0 LIMIT 1",
               root));
}

bool is_only_name(database& db, const download_row& row) {
  return !is_there(
      db.query("SELECT 1 FROM entries o WHERE o.seed = ?1 AND o.parent IS NULL AND o.id <> ?2 AND "
               "o.raw_path = ?3 LIMIT 1",
               row.seed, row.id, row.raw_path));
}

template <class Row>
row_page<Row> page_behind(database& db, std::int64_t after, std::uint32_t rows) {
  row_page<Row> page;
  const auto highest = db.number("SELECT max(id) FROM entries");
  page.last = std::min(after + rows, highest);
  page.is_last = page.last >= highest;
  return page;
}

journal_body describe(database& db, const download_row& row, timestamp now) {
  journal_body out{row.id, row.raw_path, 0, true, {}};
  if (removal_of_body(row.raw_path)) return out;
  auto& facts = out.facts;
  facts.is_waiting = row.is_open;
  facts.is_of_present = row.is_document;
  facts.age = now - row.begun;
  facts.newer = newer_bodies(db, row);
  if (row.is_document) facts.has_documents = has_documents(db, row.id);
  out.stored_bytes = stored_bytes(db, row);
  out.is_only_name = is_only_name(db, row);
  return out;
}

}  // namespace

result<row_page<journal_body>> retained_bodies::bodies(std::int64_t after, std::uint32_t rows,
                                                       timestamp now) {
  return answered([&] {
    auto& db = from_->state_->db;
    auto page = page_behind<journal_body>(db, after, rows);
    const auto found = collect<download_row>(
        db.query("SELECT e.id, e.seed, e.raw_path, e.size_bytes, e.begun_ms, e.open > 0, e.id = s.document "
                 "AND e.status IN (?3, ?4) FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.id > ?1 AND "
                 "e.id <= ?2 AND e.parent IS NULL AND e.raw_path <> '' AND e.raw_path NOT GLOB 'node:*' AND "
                 "(e.raw_path NOT GLOB 'removed:*' OR e.raw_path GLOB 'removed:*:*') ORDER BY e.id",
                 after, page.last, status::parsed, status::depleted),
        [](const cursor& c) {
          return download_row{c.integer(0), c.integer(1),      c.text(2),        c.as<std::uint64_t>(3),
                              c.time(4),    c.integer(5) != 0, c.integer(6) != 0};
        });
    for (const auto& row : found) page.rows.push_back(describe(db, row, now));
    return page;
  });
}

result<row_page<segment_name>> retained_bodies::names(std::int64_t after, std::uint32_t rows) {
  return answered([&] {
    auto& db = from_->state_->db;
    auto page = page_behind<segment_name>(db, after, rows);
    page.rows = collect<segment_name>(
        db.query("SELECT id, raw_path, open > 0 FROM entries e WHERE id > ?1 AND id <= ?2 AND parent IS NULL "
                 "AND " LAUNDROMAT_KEPT_BODY("e") "ORDER BY id",
                 after, page.last),
        [](const cursor& c) {
          return segment_name{c.integer(0), c.text(1), c.integer(2) != 0};
        });
    return page;
  });
}

result<void> retained_bodies::remove(std::int64_t entry, timestamp at, std::string_view file,
                                     const std::vector<http_header>& head) {
  return answered([&] {
    auto& db = from_->state_->db;
    db.run("UPDATE entries SET raw_path = ?2 WHERE id = ?1", entry, removed_body_path(at, file));
    if (!head.empty())
      db.run(
          "UPDATE hops SET headers = ?2 WHERE entry = ?1 AND headers = x'' AND ordinal = (SELECT "
          "max(ordinal) FROM hops WHERE entry = ?1)",
          entry, blob{header_lines(head)});
  });
}

result<void> retained_bodies::finish(std::int64_t entry, timestamp at) {
  return answered([&] {
    from_->state_->db.run("UPDATE entries SET raw_path = ?2 WHERE id = ?1 AND raw_path GLOB 'removed:*:*'",
                          entry, removed_body_path(at));
  });
}

result<std::vector<seed_address>> retained_bodies::cut_off_seeds() {
  const auto live = from_->live_seeds();
  if (!live) return tl::unexpected(live.error());
  return answered([&] {
    auto& db = from_->state_->db;
    auto out = collect<seed_address>(db.query("SELECT DISTINCT s.hash, s.uri FROM entries e JOIN seeds s ON "
                                              "s.id = e.seed WHERE e.status = ?1 AND e.parent IS NULL",
                                              status::downloading),
                                     [](const cursor& c) {
                                       return seed_address{c.digest<record_hash>(0), c.text(1)};
                                     });
    for (const auto& hash : *live) {
      auto c = db.query("SELECT s.uri FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), hash);
      if (c.next()) out.push_back({hash, c.text(0)});
    }
    return out;
  });
}

result<bool> retained_bodies::names_file(const record_hash& seed, const std::string& path) {
  return answered([&] {
    auto& db = from_->state_->db;
    const auto row = row_of_seed(db, seed);
    if (row == 0) refuse(errc::not_found, "no seed " + seed.hex());
    return is_there(
        db.query("SELECT 1 FROM entries WHERE seed = ?1 AND parent IS NULL AND (raw_path = ?2 OR (raw_path "
                 "GLOB 'removed:*' AND substr(raw_path, -length(?2)) = ?2)) LIMIT 1",
                 row, path));
  });
}

}  // namespace laundromat
