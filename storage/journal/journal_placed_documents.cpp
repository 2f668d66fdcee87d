// Reads clean documents with their files by ranges of rows, without a query for each document.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

struct range_of_rows {
  std::vector<row_id> rows;
  placed_documents found;

  /// Null for a row that does not exist, which `find_damage` reports.
  placed_document* find(row_id row) {
    const auto at = std::ranges::lower_bound(rows, row);
    if (at == rows.end() || *at != row) return nullptr;
    return &found.documents[static_cast<std::size_t>(at - rows.begin())];
  }
};

placed_document read_placed_document(const cursor& c) {
  clean_record clean;
  clean.hash = c.digest<content_digest>(1);
  clean.statements = c.as<std::uint64_t>(2);
  clean.quads = c.as<std::uint64_t>(3);
  clean.content = {c.as<newline_style>(4), c.as<std::uint64_t>(5), c.as<std::uint64_t>(6),
                   c.as<std::uint64_t>(7), clean.hash};
  clean.compressed_bytes = c.as<std::uint64_t>(8);
  clean.written = c.time(9);
  clean.identity = {c.digest<content_digest>(10), c.as<identity_kind>(11)};
  clean.removed = c.time(12);
  if (const auto serial = c.as<std::uint32_t>(13); serial != 0)
    clean.place = {serial, c.as<std::uint64_t>(14), clean.compressed_bytes};
  const bool is_removed = to_ms(clean.removed) != 0;
  return {{std::move(clean), is_removed, {}, {}}, {}};
}

void read_documents(database& db, std::int64_t after, std::size_t limit, range_of_rows& range) {
  auto c = db.query(
      "SELECT id, hash, statements, quads, newline, bytes, chars, lines, compressed_bytes, written_ms, "
      "coalesce(identity, iif(identity_kind = 1, hash, NULL)), identity_kind, removed_ms, segment, "
      "segment_offset FROM cleans WHERE id > ?1 ORDER BY id LIMIT ?2",
      after, static_cast<std::int64_t>(limit));
  while (c.next()) {
    range.rows.push_back(c.integer(0));
    range.found.documents.push_back(read_placed_document(c));
  }
}

/// Adds the ledgers and the deltas that entries name.
void read_names(database& db, std::int64_t after, range_of_rows& range) {
  auto c = db.query(
      "SELECT e.clean, e.ledger, p.hash FROM entries e LEFT JOIN cleans p ON p.id = e.delta_from WHERE "
      "e.clean > ?1 AND e.clean <= ?2 AND (e.ledger <> x'' OR e.delta_from IS NOT NULL) ORDER BY e.clean",
      after, range.found.last_row);
  while (c.next()) {
    auto* const document = range.find(c.integer(0));
    if (document == nullptr) continue;
    if (!c.bytes(1).empty()) document->kept.ledgers.push_back(c.digest<content_digest>(1));
    if (!c.is_null(2)) document->kept.deltas_from.push_back(c.digest<content_digest>(2));
  }
  for (auto& document : range.found.documents)
    for (auto* digests : {&document.kept.ledgers, &document.kept.deltas_from}) {
      std::ranges::sort(*digests);
      const auto repeated = std::ranges::unique(*digests);
      digests->erase(repeated.begin(), repeated.end());
    }
}

void read_parts(database& db, std::int64_t after, range_of_rows& range) {
  auto c = db.query(
      "SELECT clean, kind, other, segment, offset_bytes, length_bytes FROM segment_parts WHERE clean > ?1 "
      "AND clean <= ?2",
      after, range.found.last_row);
  while (c.next())
    if (auto* const document = range.find(c.integer(0)))
      document->parts.push_back({c.as<segment_kind>(1),
                                 c.digest<content_digest>(2),
                                 {c.as<std::uint32_t>(3), c.as<std::uint64_t>(4), c.as<std::uint64_t>(5)}});
}

}  // namespace

result<placed_documents> journal_reader::placed_documents_after(std::int64_t row, std::size_t limit) {
  return answered([&] {
    range_of_rows range;
    auto& db = state_->db;
    read_documents(db, row, limit, range);
    range.found.last_row = range.rows.empty() ? row : range.rows.back();
    if (range.rows.empty()) return std::move(range.found);
    read_names(db, row, range);
    read_parts(db, row, range);
    return std::move(range.found);
  });
}

result<kept_bodies> journal_reader::kept_bodies_after(std::int64_t row, std::size_t limit) {
  return answered([&] {
    kept_bodies found;
    found.last_row = row;
    auto c = state_->db.query(
        "SELECT id, hash, raw_path, size_bytes, wire_digest FROM entries NOT INDEXED WHERE id > ?1 AND "
        "parent IS "
        "NULL AND raw_path <> '' ORDER BY id LIMIT ?2",
        row, static_cast<std::int64_t>(limit));
    while (c.next()) {
      found.last_row = c.integer(0);
      found.bodies.push_back(
          {c.digest<record_hash>(1), c.text(2), c.as<std::uint64_t>(3), c.digest<content_digest>(4)});
    }
    return found;
  });
}

}  // namespace laundromat
