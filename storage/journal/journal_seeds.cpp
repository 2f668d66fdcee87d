// Reads seeds with the results of their crawls, and the present crawl.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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
  "s.priority, s.crawls, s.found_as, p.status, p.cause, p.detail, iif(s.status = 13, s.refused_ms, "         \
  "s.failing_since_ms), p.hash, d.hash, "                                                                    \
  "d.status, "                                                                                               \
  "CASE WHEN s.status = 2 THEN coalesce(w.cause, 0) WHEN h.suspended_until_ms > h.next_allowed_ms THEN 45 "  \
  "ELSE coalesce(h.waits_for, 0) END, coalesce(w.detail, h.detail, ''), coalesce(max(h.suspended_until_ms, " \
  "h.next_allowed_ms), 0), coalesce(p.begun_ms + p.took_ms, 0) FROM seeds s JOIN authorities a ON a.id = "   \
  "s.authority LEFT JOIN entries w ON "                                                                      \
  "s.status = 2 AND w.id = (SELECT max(o.id) "                                                               \
  "FROM "                                                                                                    \
  "entries o WHERE o.seed = s.id AND o.parent IS NULL AND o.status = 2) LEFT JOIN hosts h ON s.status = 1 "  \
  "AND "                                                                                                     \
  "h.authority = a.name "                                                                                    \
  "LEFT JOIN entries p ON p.id = s.present LEFT JOIN entries d ON d.id = s.document "

seed_row read_row(const cursor& c) {
  seed_row row{read_seed(c),
               {c.as<status>(12), c.as<errc>(13), c.text(14), c.time(15), {}, {}, {}},
               c.digest<record_hash>(16),
               c.digest<record_hash>(17)};
  row.crawled.delayed_by = c.as<errc>(19);
  row.crawled.delay_detail = c.text(20);
  row.crawled.delayed_until = c.time(21);
  row.received = c.time(22);
  const auto led_to = c.as<status>(18);
  row.has_document = led_to == status::parsed || led_to == status::depleted;
  return row;
}

standing standing_of_class(seed_class is) {
  switch (is) {
    case seed_class::never_crawled:
      return standing::never_crawled;
    case seed_class::crawled:
      return standing::fine;
    case seed_class::failing:
      return standing::failing;
    case seed_class::relative:
      return standing::relative;
    default:
      return standing::refused;
  }
}

void add_begin(standing_sum& sum, timestamp since) {
  if (to_ms(since) != 0 && (to_ms(sum.since) == 0 || since < sum.since)) sum.since = since;
}

/// The seeds of hosts: those that were crawled, those that are refused, those in the queue, and those that are due much later.
#define LAUNDROMAT_SEEDS_OF_WANTED                                                                          \
  "SELECT id FROM seeds INDEXED BY seeds_by_authority WHERE present IS NOT NULL AND authority IN wanted "   \
  "UNION ALL "                                                                                              \
  "SELECT id FROM seeds INDEXED BY seeds_refused WHERE status = 13 UNION ALL SELECT seed FROM queue WHERE " \
  "run IN "                                                                                                 \
  "(SELECT run FROM queue_runs) AND authority IN wanted UNION ALL SELECT id FROM seeds INDEXED BY "         \
  "seeds_by_due "                                                                                           \
  "WHERE status = 1 AND queued = 0 AND due_ms > 1000000000000000"

#define LAUNDROMAT_CRAWLED_SEEDS \
  "FROM seeds s INDEXED BY seeds_overdue WHERE s.status = 1 AND s.crawls > 0 AND s.failing_since_ms = 0 "

std::uint64_t first_number(cursor c) {
  return c.next() ? c.as<std::uint64_t>(0) : 0;
}

/// The number of overdue seeds of the `all` in the index `seeds_overdue`. Counts from both ends of the index in turns, so that the smaller
/// part determines the time.
std::uint64_t count_overdue(database& db, std::uint64_t all, timestamp now) {
  for (std::uint64_t limit = 2;; limit *= 4) {
    const auto overdue = first_number(db.query("SELECT count(*) FROM (SELECT 1 " LAUNDROMAT_CRAWLED_SEEDS
                                               "AND s.due_ms < ?1 LIMIT ?2)",
                                               now, static_cast<std::int64_t>(limit)));
    if (overdue < limit) return overdue;
    const auto others = first_number(db.query("SELECT count(*) FROM (SELECT 1 " LAUNDROMAT_CRAWLED_SEEDS
                                              "AND s.due_ms >= ?1 LIMIT ?2)",
                                              now, static_cast<std::int64_t>(limit)));
    if (others < limit) return all - std::min(all, others);
  }
}

/// The overdue seeds that wait, of those in the index, which are `all`.
standing_sum overdue_of(database& db, const standing_sum& all, timestamp now) {
  standing_sum overdue{count_overdue(db, all.count, now), {}, 0};
  if (overdue.count == 0) return overdue;
  overdue.since = from_ms(
      static_cast<std::int64_t>(first_number(db.query("SELECT min(s.due_ms) " LAUNDROMAT_CRAWLED_SEEDS))));
  if (overdue.count == all.count || all.with_document == all.count || all.with_document == 0)
    overdue.with_document = std::min(overdue.count, all.with_document);
  else
    overdue.with_document = first_number(db.query("SELECT count(*) " LAUNDROMAT_CRAWLED_SEEDS
                                                  "AND s.due_ms < ?1 AND " LAUNDROMAT_SEED_HAS_DOCUMENT,
                                                  now));
  return overdue;
}

/// Moves overdue seeds from the fine ones.
void add_overdue(database& db, std::map<standing, standing_sum>& sums, timestamp now) {
  auto& fine = sums[standing::fine];
  auto waiting = fine;
  standing_sum crawled_now;  // overdue ones
  {
    auto crawling = db.query(LAUNDROMAT_SELECT_SEED_ROW "WHERE s.status = 2");
    while (crawling.next()) {
      const auto row = read_row(crawling);
      const auto known = standing_of(row.seed, row.crawled, now);
      const auto has_document = std::uint64_t{row.has_document};
      if (known.is != standing::overdue && known.is != standing::fine) continue;
      waiting.count -= std::min<std::uint64_t>(waiting.count, 1);
      waiting.with_document -= std::min(waiting.with_document, has_document);
      if (known.is == standing::fine) continue;
      ++crawled_now.count;
      crawled_now.with_document += has_document;
      add_begin(crawled_now, known.since);
    }
  }
  auto& overdue = sums[standing::overdue];
  overdue = overdue_of(db, waiting, now);
  overdue.count += crawled_now.count;
  overdue.with_document += crawled_now.with_document;
  add_begin(overdue, crawled_now.since);
  fine.count -= std::min(fine.count, overdue.count);
  fine.with_document -= std::min(fine.with_document, overdue.with_document);
}

/// The earliest failure of the seeds whose newest crawl was refused, or of the others.
timestamp first_failure(database& db, bool is_refused) {
  auto c = db.query(
      "SELECT s.failing_since_ms FROM seeds s INDEXED BY seeds_failing CROSS JOIN entries p ON p.id = "
      "s.present WHERE s.failing_since_ms > 0 AND s.relative = 0 AND s.status <> 13 AND s.crawls > 0 AND "
      "(p.status = 13) = ?1 ORDER BY s.failing_since_ms LIMIT 1",
      is_refused);
  return c.next() ? c.time(0) : timestamp{};
}

timestamp first_refused(database& db) {
  auto c = db.query(
      "SELECT min(refused_ms) FROM seeds INDEXED BY seeds_refused WHERE status = 13 AND relative = 0");
  return c.next() ? c.time(0) : timestamp{};
}

/// By an index, where one has few more than the seeds of a standing: see `standing_of`.
std::string_view condition_of(const std::optional<standing>& only) {
  if (!only) return {};
  switch (*only) {
    case standing::failing:
      return " AND s.id IN (SELECT id FROM seeds INDEXED BY seeds_failing WHERE failing_since_ms > 0)";
    case standing::refused:
      return " AND s.id IN (SELECT id FROM seeds INDEXED BY seeds_failing WHERE failing_since_ms > 0 UNION "
             "ALL "
             "SELECT id FROM seeds INDEXED BY seeds_refused WHERE status = 13)";
    case standing::relative:
      return " AND s.id IN (SELECT id FROM seeds INDEXED BY seeds_relative WHERE relative = 1)";
    case standing::overdue:
    case standing::never_crawled:
    case standing::fine:
      return {};
  }
  return {};
}

}  // namespace

result<void> journal_reader::each_seed(std::string_view authority, const std::optional<record_hash>& after,
                                       const std::function<bool(const seed_row&)>& take,
                                       std::optional<standing> only) {
  return answered([&] {
    std::int64_t behind = 0;
    if (after) {
      auto at = state_->db.query("SELECT s.id FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), *after);
      if (!at.next()) refuse(errc::not_found, "no seed " + after->hex());
      behind = at.integer(0);
    }
    auto c = authority.empty()
                 ? state_->db.query_text(std::string{LAUNDROMAT_SELECT_SEED_ROW "WHERE s.id > ?1"}
                                             .append(condition_of(only))
                                             .append(" ORDER BY s.id"),
                                         behind)
                 : state_->db.query(
                       "WITH wanted AS MATERIALIZED (SELECT id FROM authorities WHERE name = ?1 OR (name > "
                       "?2 AND name < ?3)) " LAUNDROMAT_SELECT_SEED_ROW
                       "WHERE s.id IN (" LAUNDROMAT_SEEDS_OF_WANTED
                       ") AND s.authority IN wanted AND s.id > ?4 ORDER BY s.id",
                       authority, std::string{authority} + ':', std::string{authority} + ';', behind);
    while (c.next() && take(read_row(c))) {
    }
  });
}

result<bool> journal_reader::has_seed(const record_hash& seed) {
  return answered([&] {
    auto c = state_->db.query("SELECT 1 FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), seed);
    return c.next();
  });
}

result<seed_row> journal_reader::listed_seed(const record_hash& seed) {
  return answered([&] {
    auto c = state_->db.query(LAUNDROMAT_SELECT_SEED_ROW "WHERE " LAUNDROMAT_IS_SEED("s", "?1"), seed);
    if (!c.next()) refuse(errc::not_found, "no seed " + seed.hex());
    return read_row(c);
  });
}

result<std::optional<entry_record>> journal_reader::newest_document(const record_hash& seed) {
  return answered([&]() -> std::optional<entry_record> {
    auto c = state_->db.query(
        LAUNDROMAT_SELECT_ENTRY
        "WHERE e.id = (SELECT x.document FROM seeds x WHERE " LAUNDROMAT_IS_SEED("x", "?1") ")",
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
    return static_cast<std::uint64_t>(
        state_->db.number("SELECT count(*) FROM cleans WHERE removed_ms > 0 AND taken_down = 0"));
  });
}

result<std::uint64_t> journal_reader::taken_down_documents() {
  return answered([&] {
    return static_cast<std::uint64_t>(
        state_->db.number("SELECT count(*) FROM cleans WHERE removed_ms > 0 AND taken_down = 1"));
  });
}

result<bool> journal_reader::was_taken_down(const content_digest& clean) {
  return answered([&] {
    return state_->db
        .query("SELECT 1 FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1") "AND c.taken_down = 1", clean)
        .next();
  });
}

result<std::map<standing, standing_sum>> journal_reader::standings(timestamp now) {
  return answered([&] {
    auto& db = state_->db;
    std::map<standing, standing_sum> sums;
    bool is_any_refused = false;
    for (const auto& [key, sum] : kept_counts(db)) {
      const auto is = static_cast<seed_class>(key.current);
      const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(sum.total, 0));
      if (key.what == count_kind::classes) sums[standing_of_class(is)].count += count;
      if (key.what == count_kind::classes_with_document) sums[standing_of_class(is)].with_document += count;
      is_any_refused = is_any_refused || (key.what == count_kind::classes && is == seed_class::refused_later);
    }
    add_overdue(db, sums, now);
    if (sums.contains(standing::failing)) add_begin(sums[standing::failing], first_failure(db, false));
    if (is_any_refused) add_begin(sums[standing::refused], first_failure(db, true));
    if (sums.contains(standing::refused)) add_begin(sums[standing::refused], first_refused(db));
    std::erase_if(sums, [](const auto& one) { return one.second.count == 0; });
    return sums;
  });
}

}  // namespace laundromat
