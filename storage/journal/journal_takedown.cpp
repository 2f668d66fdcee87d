// Takes what was published of a seed out of the journal, and lists what is to be removed from the disk.
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <set>

#include "core/records/body_path.hpp"
#include "storage/journal/erasures.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/sitemap_rows.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

namespace {

struct published_document {
  row_id id = 0;
  content_digest hash;
  std::uint32_t serial = 0;  ///< of its segment; 0: it has a file of its own
  bool is_removed = false;   ///< as an older version
};

using uri_judge = std::function<bool(std::string_view uri)>;

/// What the URIs of an entry are: those of its seed, of its download after redirects, and its own, as of a record of a web archive.
#define LAUNDROMAT_URIS_OF_ENTRY \
  "s.uri, coalesce(r.base_uri, ''), coalesce(e.uri, ''), coalesce(e.base_uri, '') "
constexpr int uris_of_entry = 4;

bool is_from(const cursor& c, int first, const uri_judge& is_taken_down) {
  for (int i = first; i < first + uris_of_entry; ++i)
    if (const auto uri = c.text(i); !uri.empty() && is_taken_down(uri)) return true;
  return false;
}

/// Entries of a seed that a takedown is about.
struct taken_entries {
  std::string all;        ///< their rows, as a JSON list
  std::string downloads;  ///< of those, and of their members, the downloads
  bool has_open = false;  ///< one of them is not finished
  [[nodiscard]] bool is_empty() const { return downloads == "[]"; }
};

std::string json_list(const std::set<row_id>& rows) {
  std::string out = "[";
  for (const auto row : rows) out.append(out.size() > 1 ? "," : "").append(std::to_string(row));
  return out + ']';
}

taken_entries entries_of(database& db, row_id seed, const uri_judge& is_taken_down) {
  std::set<row_id> all, downloads;
  taken_entries out;
  for (const auto* parent : {"e.parent IS NULL", "e.parent IS NOT NULL"}) {
    auto c = db.query_text(
        std::string{"SELECT e.id, coalesce(e.root, e.id), e.open > 0, " LAUNDROMAT_URIS_OF_ENTRY
                    "FROM entries e JOIN seeds s ON s.id = e.seed LEFT JOIN entries r ON r.id = "
                    "e.root WHERE e.seed = ?1 AND "} +
            parent,
        seed);
    while (c.next()) {
      if (!is_from(c, 3, is_taken_down)) continue;
      all.insert(c.integer(0));
      downloads.insert(c.integer(1));
      out.has_open |= c.integer(2) != 0;
    }
  }
  out.all = json_list(all);
  out.downloads = json_list(downloads);
  return out;
}

/// Their documents that were not taken down.
std::vector<published_document> documents_of(database& db, const taken_entries& from) {
  return collect<published_document>(
      db.query("SELECT DISTINCT c.id, c.hash, c.segment, c.removed_ms > 0 FROM cleans c JOIN entries e ON "
               "e.clean = c.id WHERE e.id IN (SELECT value FROM json_each(?1)) AND c.taken_down = 0 AND "
               "c.statements > 0",
               std::string_view{from.all}),
      [](const cursor& c) {
        return published_document{c.integer(0), c.digest<content_digest>(1), c.as<std::uint32_t>(2),
                                  c.integer(3) != 0};
      });
}

/// Whether somebody has published a document of whom nothing is taken down.
bool has_other_publisher(database& db, row_id clean, const uri_judge& is_taken_down) {
  auto c = db.query("SELECT DISTINCT " LAUNDROMAT_URIS_OF_ENTRY
                    "FROM entries e JOIN seeds s ON s.id = e.seed LEFT JOIN entries r ON r.id = e.root WHERE "
                    "e.clean = ?1",
                    clean);
  while (c.next())
    if (!is_from(c, 0, is_taken_down)) return true;
  return false;
}

void erase_segment(database& db, segment_kind kind, std::uint32_t serial) {
  if (serial > 0) store_erasure(db, erasure::of_segment(kind, serial));
}

/// Nobody knows any more which segments of a kind have bytes of something that was removed before: all that have dead bytes are rewritten.
void erase_all_segments(database& db, segment_kind kind) {
  db.run(
      "INSERT OR IGNORE INTO erasures SELECT kind, CAST(serial AS TEXT) FROM segments WHERE kind = ?1 AND "
      "bytes > 0",
      kind);
}

/// Its ledgers, and the deltas that lead to it, in segments.
void forget_parts(database& db, row_id clean) {
  db.run(
      "INSERT OR IGNORE INTO erasures SELECT kind, CAST(segment AS TEXT) FROM segment_parts WHERE clean = ?1",
      clean);
  db.run("DELETE FROM segment_parts WHERE clean = ?1", clean);
  db.run("UPDATE entries SET delta_from = NULL WHERE clean = ?1", clean);
}

/// The deltas to newer versions, which have what was removed from it. Only seeds that published it have some.
void forget_later_deltas(database& db, const published_document& from) {
  const auto later = collect<published_document>(
      db.query("SELECT DISTINCT c.id, c.hash, 0, 0 FROM entries n JOIN cleans c ON c.id = n.clean WHERE "
               "n.delta_from = ?1 AND n.seed IN (SELECT seed FROM entries WHERE clean = ?1)",
               from.id),
      [](const cursor& c) {
        return published_document{c.integer(0), c.digest<content_digest>(1)};
      });
  for (const auto& one : later) {
    db.run(
        "INSERT OR IGNORE INTO erasures SELECT kind, CAST(segment AS TEXT) FROM segment_parts WHERE clean = "
        "?1 AND kind = ?2 AND other = ?3",
        one.id, segment_kind::delta, from.hash);
    db.run("DELETE FROM segment_parts WHERE clean = ?1 AND kind = ?2 AND other = ?3", one.id,
           segment_kind::delta, from.hash);
    db.run("UPDATE entries SET delta_from = NULL WHERE clean = ?1 AND delta_from = ?2", one.id, from.id);
    store_erasure(db, {erasure_kind::delta, one.hash.hex() + ' ' + from.hash.hex()});
  }
}

void take_document_down(journal_tables& s, const published_document& one, timestamp now) {
  store_erasure(s.db, {erasure_kind::document, one.hash.hex()});
  erase_segment(s.db, segment_kind::clean, one.serial);
  if (one.is_removed)
    for (const auto kind : {segment_kind::clean, segment_kind::ledger}) erase_all_segments(s.db, kind);
  forget_parts(s.db, one.id);
  forget_later_deltas(s.db, one);
  if (!one.is_removed) mark_removed(s, one.hash, now);
  s.db.run("UPDATE cleans SET taken_down = 1 WHERE id = ?1", one.id);
}

/// Whether there may be bodies that were cut: WARC segments keep them, and nothing names them.
bool was_cut(database& db, row_id seed) {
  return db
      .query(
          "SELECT 1 FROM entries e JOIN hops h ON h.entry = e.id WHERE e.seed = ?1 AND e.parent IS NULL AND "
          "h.error <> 0 AND h.wire_bytes > 0 LIMIT 1",
          seed)
      .next();
}

std::uint64_t forget_bodies(database& db, row_id seed, const taken_entries& from) {
  struct body {
    row_id entry = 0;
    std::string path;
  };
  std::uint64_t count = 0;
  const auto bodies =
      collect<body>(db.query("SELECT id, raw_path FROM entries WHERE id IN (SELECT value FROM "
                             "json_each(?1)) AND open = 0 AND raw_path <> ''",
                             std::string_view{from.downloads}),
                    [](const cursor& c) {
                      return body{c.integer(0), c.text(1)};
                    });
  for (const auto& one : bodies) {
    if (const auto removal = removal_of_body(one.path)) {
      if (!removal->file.empty()) store_erasure(db, {erasure_kind::body, std::string(removal->file)});
      erase_all_segments(db, segment_kind::raw);
      continue;
    }
    if (!node_of_body(one.path).empty()) continue;
    const auto payload = warc_place_of(one.path), capture = warc_capture_of(one.path);
    if (payload) erase_segment(db, segment_kind::raw, payload->serial);
    if (capture) erase_segment(db, segment_kind::raw, capture->serial);
    if (!payload && !capture) store_erasure(db, {erasure_kind::body, one.path});
    db.run("UPDATE entries SET raw_path = '' WHERE id = ?1", one.entry);
    ++count;
  }
  if (was_cut(db, seed)) erase_all_segments(db, segment_kind::raw);
  return count;
}

/// The beginnings of documents that are not RDF, and what was wrong in others.
void forget_excerpts(database& db, const taken_entries& from) {
  const std::string_view all = from.all;
  db.run("UPDATE entries SET head = '' WHERE head <> '' AND id IN (SELECT value FROM json_each(?1))", all);
  db.run("UPDATE defects SET before = x'', after = '' WHERE entry IN (SELECT value FROM json_each(?1))", all);
}

}  // namespace

result<taken_down> journal::take_down(const record_hash& seed, const uri_judge& is_taken_down,
                                      timestamp now) {
  return answered([&] {
    auto& db = state_->db;
    db.execute("PRAGMA secure_delete = ON");  // what is deleted goes from the pages, too
    taken_down out;
    const auto row = row_of_seed(db, seed);
    if (row == 0) refuse(errc::not_found, "no seed " + seed.hex());
    const auto from = entries_of(db, row, is_taken_down);
    if (from.is_empty()) return out;
    for (const auto& one : documents_of(db, from)) {
      if (has_other_publisher(db, one.id, is_taken_down)) {
        out.kept += one.is_removed ? 0 : 1;
        continue;
      }
      take_document_down(*state_, one, now);
      out.documents += one.is_removed ? 0 : 1;
    }
    out.bodies = forget_bodies(db, row, from);
    forget_excerpts(db, from);
    forget_sitemap(db, row);
    out.is_crawled = from.has_open;
    if (out.is_crawled) store_erasure(db, {erasure_kind::seed, seed.hex()});
    state_->counts.keep();
    return out;
  });
}

}  // namespace laundromat
