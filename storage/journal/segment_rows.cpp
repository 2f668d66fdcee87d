// Reads ranges of row numbers, which are dense, so that a page never needs an index.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/segment_rows.hpp"

#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

segment_place place_at(const cursor& c, int column) {
  return {c.as<std::uint32_t>(column), c.as<std::uint64_t>(column + 1), c.as<std::uint64_t>(column + 2)};
}

template <class Row>
row_page<Row> page_after(std::int64_t after, std::uint32_t rows, std::int64_t highest) {
  row_page<Row> page;
  page.last = std::min(after + rows, highest);
  page.is_last = page.last >= highest;
  return page;
}

}  // namespace

result<row_page<named_file>> segment_rows::files(segment_kind kind, std::uint32_t serial, std::int64_t after,
                                                 std::uint32_t rows) {
  return answered([&] {
    auto& db = from_->state_->db;
    auto page = page_after<named_file>(after, rows, db.number("SELECT max(id) FROM cleans"));
    if (kind == segment_kind::clean)
      page.rows = collect<named_file>(
          db.query(
              "SELECT id, segment, segment_offset, compressed_bytes FROM cleans WHERE id > ?1 AND id <= ?2 "
              "AND segment > 0 AND (?3 = 0 OR segment = ?3)",
              after, page.last, serial),
          [](const cursor& c) {
            return named_file{c.integer(0), {}, place_at(c, 1)};
          });
    else
      page.rows = collect<named_file>(
          db.query(
              "SELECT clean, other, segment, offset_bytes, length_bytes FROM segment_parts WHERE clean > ?1 "
              "AND clean <= ?2 AND kind = ?4 AND (?3 = 0 OR segment = ?3)",
              after, page.last, serial, kind),
          [](const cursor& c) {
            return named_file{c.integer(0), c.digest<content_digest>(1), place_at(c, 2)};
          });
    return page;
  });
}

result<row_page<numbered_document>> segment_rows::documents(std::int64_t after, std::uint32_t rows) {
  return answered([&] {
    auto& db = from_->state_->db;
    auto page = page_after<numbered_document>(after, rows, db.number("SELECT max(id) FROM cleans"));
    page.rows = collect<numbered_document>(
        db.query("SELECT id, hash, removed_ms <> 0, written_ms FROM cleans WHERE id > ?1 AND id <= ?2 AND "
                 "statements > 0",
                 after, page.last),
        [](const cursor& c) {
          return numbered_document{c.integer(0), c.digest<content_digest>(1), c.integer(2) != 0, c.time(3)};
        });
    return page;
  });
}

result<std::int64_t> segment_rows::row_of(const content_digest& document) {
  return answered([&] {
    auto c =
        from_->state_->db.query("SELECT c.id FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1"), document);
    if (!c.next()) refuse(errc::not_found, "no clean document " + document.hex());
    return c.integer(0);
  });
}

result<removed_sum> segment_rows::removed_sum_of(std::int64_t last) {
  return answered([&] {
    auto c = from_->state_->db.query(
        "SELECT count(*), " LAUNDROMAT_MIXED_ROWS("id") " FROM cleans WHERE removed_ms > 0 AND id <= ?1",
        last);
    return c.next() ? removed_sum{c.integer(0), c.integer(1)} : removed_sum{};
  });
}

result<std::vector<removal>> segment_rows::removed_after(const removal& after, std::size_t limit) {
  return answered([&] {
    return collect<removal>(
        from_->state_->db.query(
            "SELECT removed_ms, id FROM cleans WHERE removed_ms > 0 AND (removed_ms, id) > (?1, "
            "?2) ORDER BY removed_ms, id LIMIT ?3",
            after.removed_ms, after.clean, limit),
        [](const cursor& c) {
          return removal{c.integer(0), c.integer(1)};
        });
  });
}

result<removed_documents> segment_rows::removed(const removal& after, std::uint32_t rows) {
  return answered([&] {
    removed_documents page;
    page.rows = collect<removed_document>(
        from_->state_->db.query("SELECT removed_ms, id, hash FROM cleans WHERE removed_ms > 0 AND "
                                "(removed_ms, id) > (?1, ?2) AND "
                                "statements > 0 ORDER BY removed_ms, id LIMIT ?3",
                                after.removed_ms, after.clean, std::int64_t{rows} + 1),
        [](const cursor& c) {
          return removed_document{{c.integer(0), c.integer(1)}, c.digest<content_digest>(2)};
        });
    page.is_last = page.rows.size() <= rows;
    if (!page.is_last) page.rows.pop_back();
    return page;
  });
}

result<timestamp> segment_rows::last_change() {
  return answered([&] {
    auto& db = from_->state_->db;
    return from_ms(
        std::max(db.number("SELECT coalesce((SELECT written_ms FROM cleans ORDER BY id DESC LIMIT 1), 0)"),
                 db.number("SELECT coalesce(max(removed_ms), 0) FROM cleans WHERE removed_ms > 0")));
  });
}

result<row_page<named_body>> segment_rows::bodies(std::int64_t after, std::uint32_t rows) {
  return answered([&] {
    auto& db = from_->state_->db;
    auto page = page_after<named_body>(after, rows, db.number("SELECT max(id) FROM entries"));
    page.rows = collect<named_body>(db.query("SELECT id, raw_path FROM entries WHERE id > ?1 AND id <= ?2 "
                                             "AND parent IS NULL AND raw_path <> ''",
                                             after, page.last),
                                    [](const cursor& c) {
                                      return named_body{c.integer(0), c.text(1)};
                                    });
    return page;
  });
}

result<std::string> segment_rows::body(std::int64_t entry) {
  return answered([&]() -> std::string {
    auto c = from_->state_->db.query("SELECT raw_path FROM entries WHERE id = ?1", entry);
    return c.next() ? c.text(0) : std::string{};
  });
}

result<bool> segment_rows::move_file(segment_kind kind, const named_file& file, const segment_place& to) {
  return answered([&] {
    auto& db = from_->state_->db;
    if (kind == segment_kind::clean)
      db.run(
          "UPDATE cleans SET segment = ?4, segment_offset = ?5 WHERE id = ?1 AND segment = ?2 AND "
          "segment_offset = ?3",
          file.clean, file.place.serial, file.place.offset_bytes, to.serial, to.offset_bytes);
    else
      db.run(
          "UPDATE segment_parts SET segment = ?5, offset_bytes = ?6 WHERE clean = ?1 AND kind = ?2 AND other "
          "= ?3 AND segment = ?4",
          file.clean, kind, file.other, file.place.serial, to.serial, to.offset_bytes);
    return db.changed() > 0;
  });
}

result<void> segment_rows::move_body(std::int64_t entry, const std::string& raw_path) {
  return answered(
      [&] { from_->state_->db.run("UPDATE entries SET raw_path = ?2 WHERE id = ?1", entry, raw_path); });
}

result<void> segment_rows::forget_segment(segment_kind kind, std::uint32_t serial) {
  return answered([&] {
    auto& db = from_->state_->db;
    db.run(
        "DELETE FROM segments WHERE kind = ?1 AND serial = ?2 AND serial < (SELECT max(serial) FROM segments "
        "WHERE kind = ?1)",
        kind, serial);
    db.run("UPDATE segments SET bytes = 0 WHERE kind = ?1 AND serial = ?2", kind, serial);
  });
}

}  // namespace laundromat
