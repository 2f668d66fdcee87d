// Reads and writes the tables of webhooks.
// SPDX-License-Identifier: Apache-2.0
#include "storage/webhooks/webhook_records.hpp"

#include <algorithm>

#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

#define LAUNDROMAT_SELECT_WEBHOOK                                                                         \
  "SELECT name, url, wanted, told, target, tries, not_before_ms, failing_since_ms, told_at_ms, problem, " \
  "is_gone, dropped FROM webhooks "

delivery_state read_webhook(const cursor& c) {
  delivery_state s;
  s.name = c.text(0);
  s.url = c.text(1);
  s.wanted = c.as<webhook_events>(2);
  s.told = c.integer(3);
  s.target = c.integer(4);
  s.tries = c.as<std::uint32_t>(5);
  s.not_before = c.time(6);
  s.failing_since = c.time(7);
  s.told_at = c.time(8);
  s.problem = c.text(9);
  s.is_gone = c.integer(10) != 0;
  s.dropped = c.as<std::uint64_t>(11);
  return s;
}

std::int64_t newest_in(database& db) {
  return db.number("SELECT seq FROM sqlite_sequence WHERE name = 'webhook_events'");
}

void insert_event(database& db, webhook_event_kind kind, timestamp at, row_id seed, row_id entry,
                  std::string_view facts) {
  db.run("INSERT INTO webhook_events (kind, at_ms, seed, entry, facts) VALUES (?1, ?2, ?3, ?4, ?5)", kind, at,
         seed, entry, facts);
}

/// `told` is kept of a webhook that there is already.
void enrol_one(database& db, const delivery_state& one, std::int64_t newest) {
  db.run(
      "INSERT INTO webhooks (name, url, wanted, told) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO UPDATE "
      "SET wanted = ?3, told = iif(is_gone AND url <> ?2, ?4, told), target = iif(wanted = ?3 AND url = ?2, "
      "target, 0), tries = iif(url = ?2, tries, 0), not_before_ms = iif(url = ?2, not_before_ms, 0), is_gone "
      "= is_gone AND url = ?2, url = ?2",
      one.name, one.url, one.wanted, newest);
}

}  // namespace

void keep_event(journal_tables& s, webhook_event_kind kind, row_id seed, row_id entry, timestamp at) {
  if (has(s.kept_events, kind)) insert_event(s.db, kind, at, seed, entry, {});
}

void journal::keep_events(webhook_events kinds) {
  state_->kept_events = kinds;
}

template <class Work>
result<void> webhook_records::in_group(Work work) {
  if (auto begun = db_.begin(); !begun) return begun;
  if (auto done = answered([&] { work(db_.state_->db); }); !done) {
    db_.roll_back();
    return done;
  }
  return db_.commit();
}

result<void> webhook_records::enrol(const std::vector<delivery_state>& all) {
  auto known = webhooks();
  if (!known) return tl::unexpected(known.error());
  if (all.empty() && known->empty()) return {};
  return in_group([&](database& db) {
    const auto newest = newest_in(db);
    for (const auto& old : *known)
      if (std::ranges::find(all, old.name, &delivery_state::name) == all.end())
        db.run("DELETE FROM webhooks WHERE name = ?1", old.name);
    for (const auto& one : all) enrol_one(db, one, newest);
    if (!all.empty()) return;
    db.run("DELETE FROM webhook_events");
    db.run("DELETE FROM webhook_problems");
  });
}

result<std::vector<delivery_state>> webhook_records::webhooks() {
  return answered([&] {
    return collect<delivery_state>(db_.state_->db.query(LAUNDROMAT_SELECT_WEBHOOK "ORDER BY name"),
                                   read_webhook);
  });
}

result<delivery_state> webhook_records::webhook(std::string_view name) {
  return answered([&] {
    auto c = db_.state_->db.query(LAUNDROMAT_SELECT_WEBHOOK "WHERE name = ?1", name);
    if (!c.next()) refuse(errc::not_found, "no webhook " + std::string{name});
    return read_webhook(c);
  });
}

result<void> webhook_records::save(const delivery_state& s) {
  return in_group([&](database& db) {
    db.run(
        "UPDATE webhooks SET told = ?2, target = ?3, tries = ?4, not_before_ms = ?5, failing_since_ms = ?6, "
        "told_at_ms = ?7, problem = ?8, is_gone = ?9, dropped = ?10 WHERE name = ?1",
        s.name, s.told, s.target, s.tries, s.not_before, s.failing_since, s.told_at, s.problem,
        std::int64_t{s.is_gone}, s.dropped);
  });
}

result<std::int64_t> webhook_records::keep(webhook_event_kind kind, timestamp at, const std::string& facts) {
  std::int64_t number = 0;
  auto done = in_group([&](database& db) {
    insert_event(db, kind, at, 0, 0, facts);
    number = db.last_row();
  });
  if (!done) return tl::unexpected(done.error());
  return number;
}

result<std::vector<webhook_event>> webhook_records::events(std::int64_t told, webhook_events kinds,
                                                           std::size_t limit, std::int64_t last) {
  return answered([&] {
    return collect<webhook_event>(
        db_.state_->db.query("SELECT number, kind, at_ms, seed, entry, facts FROM webhook_events WHERE "
                             "number > ?1 AND (?4 = 0 OR number <= ?4) AND (?2 >> kind) & 1 ORDER BY number "
                             "LIMIT ?3",
                             told, kinds, static_cast<std::int64_t>(limit), last),
        [](const cursor& c) {
          return webhook_event{
              c.integer(0), c.as<webhook_event_kind>(1), c.time(2), c.integer(3), c.integer(4), c.text(5)};
        });
  });
}

result<std::uint64_t> webhook_records::count(std::int64_t told, webhook_events kinds) {
  return answered([&] {
    auto c = db_.state_->db.query(
        "SELECT count(*) FROM webhook_events WHERE number > ?1 AND (?2 >> kind) & 1", told, kinds);
    return c.next() ? c.as<std::uint64_t>(0) : 0;
  });
}

result<std::int64_t> webhook_records::newest() {
  return answered([&] { return newest_in(db_.state_->db); });
}

result<void> webhook_records::trim(std::int64_t seen) {
  const auto first =
      answered([&] { return db_.state_->db.number("SELECT coalesce(min(number), 0) FROM webhook_events"); });
  const auto all = webhooks();
  if (!first || !all) return tl::unexpected(first ? all.error() : first.error());
  for (const auto& one : *all)
    if (!one.is_gone) seen = std::min(seen, one.told);
  if (*first == 0 || *first > seen) return {};
  return in_group([&](database& db) { db.run("DELETE FROM webhook_events WHERE number <= ?1", seen); });
}

result<std::vector<webhook_problem>> webhook_records::problems() {
  return answered([&] {
    return collect<webhook_problem>(
        db_.state_->db.query("SELECT key, since_ms, facts FROM webhook_problems ORDER BY key"),
        [](const cursor& c) {
          return webhook_problem{c.text(0), c.time(1), c.text(2)};
        });
  });
}

result<void> webhook_records::begin_problem(const webhook_problem& problem, timestamp now) {
  return in_group([&](database& db) {
    db.run("INSERT OR IGNORE INTO webhook_problems (key, since_ms, facts) VALUES (?1, ?2, ?3)", problem.key,
           problem.since, problem.facts);
    if (db.changed() > 0) insert_event(db, webhook_event_kind::needs_person, now, 0, 0, problem.facts);
  });
}

result<void> webhook_records::end_problem(std::string_view key, timestamp at, const std::string& facts) {
  return in_group([&](database& db) {
    db.run("DELETE FROM webhook_problems WHERE key = ?1", key);
    if (db.changed() > 0) insert_event(db, webhook_event_kind::needs_person, at, 0, 0, facts);
  });
}

result<std::optional<ended_crawl>> webhook_records::crawl_of(const webhook_event& event) {
  return answered([&]() -> std::optional<ended_crawl> {
    auto c = db_.state_->db.query(
        "SELECT s.hash, e.hash, coalesce(e.status, s.status), coalesce(e.cause, "
        "s.cause), coalesce(e.detail, s.detail), coalesce(e.begun_ms, 0), a.name, s.uri FROM seeds s JOIN "
        "authorities a ON a.id = s.authority LEFT JOIN entries e ON e.id = ?2 AND e.seed = s.id WHERE s.id = "
        "?1",
        event.seed, event.entry);
    if (!c.next()) return std::nullopt;
    ended_crawl found;
    found.seed = c.digest<record_hash>(0);
    found.download = c.digest<record_hash>(1);
    found.seed_uri = c.text(7);
    found.authority = c.text(6);
    found.root = c.as<status>(2);
    found.cause = c.as<errc>(3);
    found.detail = c.text(4);
    found.begun = c.time(5);
    return found;
  });
}

result<crawl_yield> webhook_records::yield_of(const webhook_event& event) {
  return answered([&] {
    crawl_yield all;
    auto c = db_.state_->db.query(
        "WITH tree (id) AS (SELECT ?1 UNION ALL SELECT e.id FROM tree t JOIN entries e ON e.parent = t.id) "
        "SELECT count(c.id), coalesce(sum(c.statements), 0), count(*) FILTER (WHERE e.status = ?2) FROM tree "
        "t JOIN entries e ON e.id = t.id LEFT JOIN cleans c ON c.id = e.clean AND e.status = ?3",
        event.entry, status::failed, status::parsed);
    if (c.next()) all = {c.as<std::uint64_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
    return all;
  });
}

}  // namespace laundromat
