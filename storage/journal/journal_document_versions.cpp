// Finds the versions of a document over crawls: the previous one, and those to which only old crawls refer.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// The newest download of the same seed before `root` with an archive or a document; 0 when there is none.
row_id previous_download(database& db, row_id seed, row_id root) {
  auto c = db.query(
      "SELECT id FROM entries WHERE seed = ?1 AND parent IS NULL AND id < ?2 AND status IN (?3, ?4) "
      "ORDER BY id DESC LIMIT 1",
      seed, root, status::parsed, status::depleted);
  return c.next() ? c.integer(0) : 0;
}

struct path_step {
  std::string path;
  std::uint64_t ordinal = 0;
  record_hash hash, parent;
};

/// The path from the download to the entry; empty for the download itself.
std::vector<path_step> steps_to(database& db, const loaded_entry& row) {
  std::vector<path_step> path;
  for (auto id = row.id, parent = row.parent; parent != 0;) {
    auto c = db.query(
        "SELECT e.path, e.ordinal, e.hash, p.hash, p.id, coalesce(p.parent, 0) FROM entries e JOIN entries p "
        "ON p.id = e.parent WHERE e.id = ?1",
        id);
    if (!c.next()) break;
    path.insert(path.begin(),
                {c.text(0), c.as<std::uint64_t>(1), c.digest<record_hash>(2), c.digest<record_hash>(3)});
    id = c.integer(4);
    parent = c.integer(5);
  }
  return path;
}

}  // namespace

namespace {

/// The row with the same seed and path in the previous crawl; 0 when there is none.
row_id previous_row(database& db, const loaded_entry& row) {
  const bool is_first = row.parent == 0 && row.open > 0 && row.document == row.id;
  if (is_first) return 0;  // while a crawl runs, an earlier one with a result would have the documents
  auto id = previous_download(db, row.seed, row.root);
  if (id == 0) return 0;
  for (const auto& step : steps_to(db, row)) {
    // The hash of a member is derived from its parent's hash and its path, and for repeated paths from its ordinal.
    const bool is_repeated = step.hash != member_hash(step.parent, step.path, step.ordinal, false);
    record_hash parent;
    {
      auto c = db.query("SELECT hash FROM entries WHERE id = ?1", id);
      if (!c.next()) return 0;
      parent = c.digest<record_hash>(0);
    }
    auto c = db.query("SELECT e.id FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"),
                      member_hash(parent, step.path, step.ordinal, is_repeated));
    id = c.next() ? c.integer(0) : 0;
  }
  return id;
}

}  // namespace

void mark_removed(journal_tables& s, const content_digest& clean, timestamp at) {
  forget_ledgers(s.db, clean);
  auto c = s.db.query(
      "UPDATE cleans SET removed_ms = ?2, segment = 0, segment_offset = 0 WHERE id = " LAUNDROMAT_CLEAN_ROW(
          "?1") "RETURNING statements, bytes, sources",
      clean, at);
  while (c.next()) {
    counted_clean row{c.integer(0), c.integer(1), false, c.integer(2)};
    s.counts.add_clean(row, -1);
    row.is_removed = true;
    s.counts.add_clean(row, 1);
  }
}

content_digest previous_clean(database& db, const loaded_entry& row) {
  const auto previous = previous_row(db, row);
  if (previous == 0) return {};
  auto c = db.query("SELECT c.hash FROM entries e JOIN cleans c ON c.id = e.clean WHERE e.id = ?1", previous);
  return c.next() ? c.digest<content_digest>(0) : content_digest{};
}

result<std::optional<entry_record>> journal_reader::previous_entry(const record_hash& entry) {
  return answered([&]() -> std::optional<entry_record> {
    const auto id = previous_row(state_->db, load_entry(state_->db, entry));
    auto c = state_->db.query(LAUNDROMAT_SELECT_ENTRY "WHERE e.id = ?1", id);
    if (!c.next()) return std::nullopt;
    return read_entry(c);
  });
}

result<content_digest> journal::previous_clean(const record_hash& entry) {
  return answered([&] { return laundromat::previous_clean(state_->db, load_entry(state_->db, entry)); });
}

result<std::vector<std::string>> journal::same_bodies_before(const record_hash& download) {
  return answered([&] {
    auto& db = state_->db;
    const auto row = load_entry(db, download);
    return collect<std::string>(
        db.query("SELECT p.raw_path FROM entries n CROSS JOIN entries p ON p.seed = ?1 AND p.parent IS NULL "
                 "AND p.id < ?2 WHERE n.id = ?2 AND p.raw_path <> '' AND p.raw_path NOT GLOB 'removed:*' AND "
                 "p.size_bytes = n.size_bytes AND p.wire_digest = n.wire_digest ORDER BY p.id DESC",
                 row.seed, row.id),
        [](const cursor& c) { return c.text(0); });
  });
}

result<std::vector<std::string>> journal::forget_lost_bodies(const record_hash& download) {
  const auto lost = answered([&] {
    auto& db = state_->db;
    const auto row = load_entry(db, download);
    // The body of an archive is lost if any of its members has the cause of a lost body.
    return collect<std::pair<row_id, std::string>>(
        db.query("SELECT p.id, p.raw_path FROM entries p WHERE p.seed = ?1 AND p.parent IS NULL AND p.id < "
                 "?2 AND p.raw_path <> '' AND p.raw_path NOT GLOB 'removed:*' AND p.raw_path <> (SELECT "
                 "raw_path FROM entries WHERE id = ?2) AND ((p.status = ?3 AND p.cause = ?4) OR EXISTS "
                 "(SELECT 1 FROM entries m WHERE m.seed = ?1 AND m.root = p.id AND m.parent IS NOT NULL AND "
                 "m.status = ?3 AND m.cause = ?4))",
                 row.seed, row.id, status::failed, errc::digest_mismatch),
        [](const cursor& c) {
          return std::pair{c.integer(0), c.text(1)};
        });
  });
  std::vector<std::string> paths;
  if (!lost || lost->empty())
    return lost ? result<std::vector<std::string>>{paths} : tl::unexpected(lost.error());
  if (auto begun = begin(); !begun) return tl::unexpected<failure>(begun.error());
  const auto forgotten = answered([&] {
    for (const auto& [id, path] : *lost) {
      state_->db.run("UPDATE entries SET raw_path = '' WHERE id = ?1", id);
      paths.push_back(path);
    }
  });
  if (!forgotten) roll_back();
  if (!forgotten) return tl::unexpected<failure>(forgotten.error());
  if (auto done = commit(); !done) return tl::unexpected<failure>(done.error());
  return paths;
}

result<std::vector<content_digest>> journal::supersede(const record_hash& seed, std::uint32_t versions,
                                                       timestamp now) {
  return answered([&] {
    auto& db = state_->db;
    // Crawls of a seed with statements are counted from the newest, which is 0; crawls without statements do not count.
    // For the crawls just beyond the limit, documents are removed to which no crawl within the limit of its own
    // seed refers.
    const auto counts = [](const std::string& crawl) {
      return crawl + ".parent IS NULL AND " + crawl +
             ".status IN (?3, ?4) AND NOT EXISTS (SELECT 1 FROM cleans k WHERE k.id = " + crawl +
             ".clean AND k.statements = 0)";
    };
    const auto question =
        "WITH RECURSIVE old(id) AS (SELECT * FROM (SELECT o.id FROM entries o WHERE o.seed "
        "= " LAUNDROMAT_SEED_ROW("?1") " AND " +
        counts("o") +
        " ORDER BY o.id DESC LIMIT 8 OFFSET ?2) UNION ALL SELECT e.id FROM entries e JOIN old ON e.parent = "
        "old.id) SELECT DISTINCT c.hash FROM old JOIN entries e ON e.id = old.id JOIN cleans c ON c.id = "
        "e.clean WHERE c.removed_ms = 0 AND c.statements > 0 AND NOT EXISTS (SELECT 1 FROM clean_sources l "
        "JOIN entries s ON s.id = l.entry JOIN entries r ON r.id = coalesce(s.root, s.id) WHERE l.clean = "
        "c.id AND (SELECT count(*) FROM (SELECT 1 FROM entries n WHERE n.seed = r.seed AND n.id > r.id AND " +
        counts("n") + " LIMIT ?2)) < ?2)";
    auto gone =
        collect<content_digest>(db.query_text(question, seed, versions, status::parsed, status::depleted),
                                [](const cursor& c) { return c.digest<content_digest>(0); });
    for (const auto& clean : gone) mark_removed(*state_, clean, now);
    state_->counts.keep();
    return gone;
  });
}

}  // namespace laundromat
