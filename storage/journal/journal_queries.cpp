// Implements the queries of the engine: due and unfinished records, single records, politeness.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "storage/journal/host_wait.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

result<std::optional<timestamp>> journal::next_due(timestamp now) {
  return answered([&]() -> std::optional<timestamp> {
    std::optional<timestamp> earliest;
    const auto consider = [&](cursor c, milliseconds after) {
      if (!c.next() || c.is_null(0)) return;
      const auto due = std::max(c.time(0) + after, now);
      earliest = earliest ? std::min(*earliest, due) : due;
    };
    auto& db = state_->db;
    consider(
        db.query("SELECT due_ms FROM seeds INDEXED BY seeds_by_turn WHERE status = 1 AND queued = 1 LIMIT 1"),
        milliseconds{1});
    consider(
        db.query("SELECT min(due_ms) FROM seeds INDEXED BY seeds_by_due WHERE status = 1 AND queued = 0"),
        milliseconds{1});
    consider(
        db.query("SELECT min(not_before_ms) FROM entries INDEXED BY entries_to_fetch WHERE status = 2 AND "
                 "has_worker = 0"),
        milliseconds{0});
    return earliest;
  });
}

result<std::vector<entry_record>> journal::due_downloads(timestamp now, std::size_t limit,
                                                         const authority_set& excluded) {
  return answered([&] {
    std::vector<entry_record> rows;
    auto& budgets = state_->budgets;
    if (budgets.is_used_up(state_->db)) return rows;
    auto c = state_->db.query(
        LAUNDROMAT_SELECT_ENTRY
        "WHERE e.id IN (SELECT id FROM entries INDEXED BY entries_to_fetch WHERE status = 2 AND "
        "has_worker = 0 AND not_before_ms <= ?1) ORDER BY e.not_before_ms, e.id",
        now);
    while (rows.size() < limit && c.next())
      if (const auto authority = c.bytes(entry_authority_column);
          !is_excluded(excluded, authority) && !budgets.is_used_up(state_->db, authority))
        rows.push_back(read_entry(c));
    return rows;
  });
}

result<std::vector<entry_record>> journal::unfinished_roots(const record_hash& after, std::size_t limit) {
  return answered([&] {
    return collect<entry_record>(
        state_->db.query(LAUNDROMAT_SELECT_ENTRY
                         "WHERE e.parent IS NULL AND e.open > 0 AND e.status <> 2 AND e.id > "
                         "coalesce(" LAUNDROMAT_ENTRY_ROW("?1") ", 0) ORDER BY e.id LIMIT ?2",
                         after, limit),
        read_entry);
  });
}

result<std::vector<entry_record>> journal::open_children(const record_hash& parent,
                                                         std::optional<std::uint64_t> after,
                                                         std::size_t limit) {
  return answered([&] {
    const auto behind = after ? static_cast<std::int64_t>(*after) : std::int64_t{-1};
    return collect<entry_record>(
        state_->db.query(LAUNDROMAT_SELECT_ENTRY
                         "WHERE e.parent = " LAUNDROMAT_ENTRY_ROW("?1") " AND e.open > 0 AND e.ordinal > ?2 "
                                                                        "ORDER BY e.ordinal LIMIT ?3",
                         parent, behind, limit),
        read_entry);
  });
}

result<std::vector<seed_record>> journal::seeds_crawling() {
  return answered([&] {
    return collect<seed_record>(
        state_->db.query(LAUNDROMAT_SELECT_SEED
                         "WHERE s.status = 2 AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.seed = s.id AND "
                         "e.parent IS NULL AND e.open > 0)"),
        read_seed);
  });
}

result<entry_record> journal::entry(const record_hash& hash) {
  return answered([&] {
    auto c = state_->db.query(LAUNDROMAT_SELECT_ENTRY "WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), hash);
    if (!c.next()) refuse(errc::not_found, "no entry " + hash.hex());
    return read_entry(c);
  });
}

result<seed_record> journal::seed(const record_hash& hash) {
  return answered([&] {
    auto c = state_->db.query(LAUNDROMAT_SELECT_SEED "WHERE " LAUNDROMAT_IS_SEED("s", "?1"), hash);
    if (!c.next()) refuse(errc::not_found, "no seed " + hash.hex());
    return read_seed(c);
  });
}

result<budget_spent_so_far> journal::budget_spent(const record_hash& root) {
  return answered([&]() -> budget_spent_so_far {
    auto c = state_->db.query(
        "SELECT e.unpacked_bytes, e.unpacked_entries FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"),
        root);
    if (!c.next()) refuse(errc::not_found, "no entry " + root.hex());
    return {c.as<std::uint64_t>(0), c.as<std::uint64_t>(1)};
  });
}

namespace {

stored_host read_host(const cursor& c) {
  return {c.text(0), c.time(1),     c.time(2), c.as<std::uint32_t>(3),
          c.time(4), c.as<errc>(5), c.text(6), c.text(7)};
}

}  // namespace

result<std::vector<stored_host>> journal::hosts() {
  return answered([&] { return collect<stored_host>(state_->db.query("SELECT * FROM hosts"), read_host); });
}

namespace {

/// Puts the hosts whose budgets are used before the others.
void add_hosts_without_budget(database& db, std::vector<waiting_host>& to) {
  const auto budget = stored_budgets(db).host;
  if (budget == crawl_budget{}) return;
  auto used = collect<waiting_host>(
      db.query(
          "SELECT name, documents, bytes, busy_us FROM authorities WHERE (?1 > 0 AND documents >= ?1) OR "
          "(?2 > 0 AND bytes >= ?2) OR (?3 > 0 AND busy_us >= ?3) ORDER BY name",
          budget.documents, budget.bytes, budget.busy.count() * 1'000),
      [&](const cursor& c) {
        return waiting_host{c.text(0), errc::budget_used, describe_used_up(use_from(c, 1), budget), no_end};
      });
  to.insert(to.begin(), used.begin(), used.end());
}

/// Sorts the waits, the longest first, and keeps one of each host, as `wait_of` does.
void keep_longest_waits(std::vector<waiting_host>& waits) {
  std::ranges::stable_sort(waits, [](const waiting_host& a, const waiting_host& b) {
    return std::tie(b.until, a.authority) < std::tie(a.until, b.authority);
  });
  authority_set seen;
  std::erase_if(waits, [&](const waiting_host& one) { return !seen.insert(one.authority).second; });
}

}  // namespace

result<std::vector<waiting_host>> journal_reader::waiting_hosts(timestamp now) {
  constexpr milliseconds usual_pause{10'000};
  return answered([&] {
    auto& db = state_->db;
    auto found = collect<waiting_host>(
        db.query("SELECT authority, iif(suspended_until_ms > ?1, ?3, waits_for), detail, "
                 "max(suspended_until_ms, next_allowed_ms) FROM hosts WHERE max(suspended_until_ms, "
                 "next_allowed_ms) > ?2",
                 now, now + usual_pause, errc::host_suspended),
        [](const cursor& c) {
          return waiting_host{c.text(0), c.as<errc>(1), c.text(2), c.time(3)};
        });
    auto robots = db.query(
        "SELECT authority, expires_ms, status, failing_since_ms FROM robots WHERE expires_ms > ?1 AND "
        "(status GLOB '[a-z]*' OR status = '429' OR status >= '500')",
        now + usual_pause);
    while (robots.next()) {
      stored_robots one{robots.text(0), {}, robots.time(1), robots.text(2), {}};
      one.failing_since = robots.time(3);
      if (auto wait = wait_for_robots(one, now)) found.push_back(*std::move(wait));
    }
    keep_longest_waits(found);
    add_hosts_without_budget(db, found);
    return found;
  });
}

result<std::optional<stored_host>> journal::host(std::string_view authority) {
  return answered([&]() -> std::optional<stored_host> {
    auto c = state_->db.query("SELECT * FROM hosts WHERE authority = ?1", authority);
    if (!c.next()) return std::nullopt;
    return read_host(c);
  });
}

result<std::optional<stored_robots>> journal::robots(std::string_view authority) {
  return answered([&]() -> std::optional<stored_robots> {
    auto c = state_->db.query(
        "SELECT authority, fetched_ms, expires_ms, status, body, read_ms, failing_since_ms, failures "
        "FROM robots WHERE authority = ?1",
        authority);
    if (!c.next()) return std::nullopt;
    return stored_robots{c.text(0), c.time(1), c.time(2), c.text(3),
                         c.text(4), c.time(5), c.time(6), c.as<std::uint32_t>(7)};
  });
}

}  // namespace laundromat
