// Reads seeds with the results of their crawls, and the present crawl.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

namespace {

static_assert(static_cast<int>(status::added) == 1 && static_cast<int>(status::downloading) == 2 &&
              static_cast<int>(errc::host_suspended) == 45);

// The first columns are those of `read_seed`. `w` is a newer waiting download, `h` the host of a seed without a running crawl;
// stored numbers of statuses and causes: 1 added, 2 downloading, 45 `host_suspended`.
#define LAUNDROMAT_SELECT_SEED_ROW                                                                           \
  "SELECT s.hash, s.uri, s.relative, s.status, s.cause, a.name, s.added_ms, s.processed_ms, "                \
  "s.interval_s, "                                                                                           \
  "s.priority, s.crawls, p.status, p.cause, p.detail, s.failing_since_ms, p.hash, d.hash, d.status, "        \
  "CASE WHEN s.status = 2 THEN coalesce(w.cause, 0) WHEN h.suspended_until_ms > h.next_allowed_ms THEN 45 "  \
  "ELSE coalesce(h.waits_for, 0) END, coalesce(w.detail, h.detail, ''), coalesce(max(h.suspended_until_ms, " \
  "h.next_allowed_ms), 0) FROM seeds s JOIN authorities a ON a.id = s.authority LEFT JOIN entries w ON "     \
  "s.status = 2 AND w.id = (SELECT max(o.id) "                                                               \
  "FROM "                                                                                                    \
  "entries o WHERE o.seed = s.id AND o.parent IS NULL AND o.status = 2) LEFT JOIN hosts h ON s.status = 1 "  \
  "AND "                                                                                                     \
  "h.authority = a.name "                                                                                    \
  "LEFT JOIN entries p ON p.id = s.present LEFT JOIN entries d ON d.id = s.document "

seed_row read_row(const cursor& c) {
  seed_row row{read_seed(c),
               {c.as<status>(11), c.as<errc>(12), c.text(13), c.time(14), {}, {}, {}},
               c.digest<record_hash>(15),
               c.digest<record_hash>(16)};
  row.crawled.delayed_by = c.as<errc>(18);
  row.crawled.delay_detail = c.text(19);
  row.crawled.delayed_until = c.time(20);
  const auto led_to = c.as<status>(17);
  row.has_document = led_to == status::parsed || led_to == status::depleted;
  return row;
}

}  // namespace

result<void> journal_reader::each_seed(std::string_view authority,
                                       const std::function<bool(const seed_row&)>& take) {
  return answered([&] {
    auto c = authority.empty()
                 ? state_->db.query(LAUNDROMAT_SELECT_SEED_ROW "ORDER BY s.id")
                 : state_->db.query(LAUNDROMAT_SELECT_SEED_ROW
                                    "WHERE s.authority IN (SELECT id FROM authorities WHERE name = ?1 OR "
                                    "(name > ?2 AND name < ?3)) ORDER BY s.id",
                                    authority, std::string{authority} + ':', std::string{authority} + ';');
    while (c.next() && take(read_row(c))) {
    }
  });
}

result<seed_row> journal_reader::listed_seed(const record_hash& seed) {
  return answered([&] {
    auto c = state_->db.query(LAUNDROMAT_SELECT_SEED_ROW "WHERE " LAUNDROMAT_HAS_HASH("s", "?1"), seed);
    if (!c.next()) refuse(errc::not_found, "no seed " + seed.hex());
    return read_row(c);
  });
}

result<std::optional<entry_record>> journal_reader::newest_document(const record_hash& seed) {
  return answered([&]() -> std::optional<entry_record> {
    auto c = state_->db.query(
        LAUNDROMAT_SELECT_ENTRY
        "WHERE e.id = (SELECT x.document FROM seeds x WHERE " LAUNDROMAT_HAS_HASH("x", "?1") ")",
        seed);
    if (!c.next()) return std::nullopt;
    return read_entry(c);
  });
}

result<bool> journal_reader::is_present(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT " LAUNDROMAT_IS_PRESENT
        " FROM entries e JOIN seeds s ON s.id = e.seed WHERE " LAUNDROMAT_HAS_HASH("e", "?1"),
        entry);
    if (!c.next()) refuse(errc::not_found, "no entry " + entry.hex());
    return c.integer(0) != 0;
  });
}

result<std::uint64_t> journal_reader::removed_documents() {
  return answered([&] {
    return static_cast<std::uint64_t>(state_->db.number("SELECT count(*) FROM cleans WHERE removed_ms > 0"));
  });
}

}  // namespace laundromat
