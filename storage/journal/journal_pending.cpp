// Computes the remaining work when no engine runs: documents in progress, retries, and the time of the next request.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/keyed_table.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

using held_hosts = keyed_map<std::string, waiting_host>;

/// Keeps the earliest time at which something is due and its host may be requested.
void consider(pending_work& left, timestamp due, const std::string& authority, const held_hosts& held,
              timestamp now) {
  due = std::max(due, now);
  const auto host = held.find(authority);
  const bool waits = host != held.end() && host->second.until > due;
  const auto at = waits ? host->second.until : due;
  if (left.next && *left.next <= at) return;
  left.next = at;
  left.waits_for = waits ? host->second : waiting_host{};
}

void add_download(pending_work& left, timestamp not_before, std::uint32_t attempt,
                  const std::string& authority, const held_hosts& held, timestamp now) {
  consider(left, not_before, authority, held, now);
  ++left.waiting;
  if (attempt < 2) return;
  if (not_before == timestamp{}) {
    ++left.interrupted;
    return;
  }
  const auto host = held.find(authority);
  if (host != held.end() && host->second.cause == errc::budget_used) return;  // nobody knows when
  const auto at = host == held.end() ? not_before : std::max(not_before, host->second.until);
  left.first_retry = left.retries == 0 ? at : std::min(left.first_retry, at);
  left.last_retry = left.retries == 0 ? at : std::max(left.last_retry, at);
  ++left.retries;
}

/// Considers the seeds in the queue, host by host up to one that does not wait. A seed is in the queue because it is due.
void consider_queue(database& db, pending_work& left, const held_hosts& held, timestamp now) {
  host_walk hosts{db, 0};
  while ((!left.next || *left.next > now) && hosts.next()) {
    auto c = db.query(
        "SELECT a.name FROM authorities a WHERE a.id = ?1 AND EXISTS (SELECT 1 FROM queue q CROSS JOIN seeds "
        "s ON s.id = q.seed WHERE q.run IN (SELECT run FROM queue_runs) AND q.authority = ?1 AND s.authority "
        "= ?1 AND s.status = 1 AND s.queued = 1)",
        hosts.host());
    if (c.next()) consider(left, now, c.text(0), held, now);
  }
}

}  // namespace

result<std::uint64_t> journal_reader::due_seeds(timestamp now) {
  return answered([&] {
    auto rows = state_->db.query(
        "SELECT count(*) FROM (SELECT 1 FROM seeds INDEXED BY seeds_by_turn WHERE status = 1 AND queued = 1 "
        "UNION ALL SELECT 1 FROM seeds INDEXED BY seeds_by_due WHERE status = 1 AND queued = 0 AND due_ms < "
        "?1 LIMIT ?2)",
        now, most_counted_seeds);
    return rows.next() ? rows.as<std::uint64_t>(0) : std::uint64_t{0};
  });
}

result<pending_work> journal_reader::pending(timestamp now) {
  const auto waiting = waiting_hosts(now);
  if (!waiting) return tl::unexpected(waiting.error());
  held_hosts held;
  for (const auto& host : *waiting) held.emplace(host.authority, host);  // the longest wait is first
  return answered([&] {
    auto& db = state_->db;
    pending_work left;
    left.now = now;
    left.in_progress = static_cast<std::uint64_t>(
        db.number("SELECT count(*) FROM entries WHERE parent IS NULL AND open > 0 AND (status <> 2 OR "
                  "has_worker = 1)"));
    if (left.in_progress > 0) left.next = now;
    auto downloads = db.query(
        "SELECT e.not_before_ms, e.attempt, a.name FROM entries e INDEXED BY entries_to_fetch CROSS "
        "JOIN seeds s ON s.id = e.seed JOIN authorities a ON a.id = s.authority WHERE e.status = 2 AND "
        "e.has_worker = 0");
    while (downloads.next())
      add_download(left, downloads.time(0), downloads.as<std::uint32_t>(1), downloads.text(2), held, now);
    consider_queue(db, left, held, now);
    auto seeds = db.query(
        "SELECT s.due_ms, a.name FROM seeds s INDEXED BY seeds_by_due CROSS JOIN authorities a ON a.id = "
        "s.authority WHERE s.status = 1 AND s.queued = 0 ORDER BY s.due_ms");
    while (seeds.next()) {
      const auto due = seeds.time(0) + milliseconds{1};
      if (left.next && due >= *left.next) break;
      consider(left, due, seeds.text(1), held, now);
      if (left.next && *left.next <= now) break;
    }
    const auto spent = spent_in_all(db);
    left.used_budget = describe_used_up(spent, stored_budgets(db).campaign);
    if (!left.used_budget.empty()) left.next.reset();
    return left;
  });
}

}  // namespace laundromat
