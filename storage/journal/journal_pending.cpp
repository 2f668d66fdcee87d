// Computes the remaining work when no engine runs: documents in progress, retries, and the time of the next request.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/keyed_table.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// What holds up seeds and downloads.
struct held_work {
  keyed_map<std::string, waiting_host> hosts;
  steering_rules rules;
  seed_set paused_seeds;

  /// Why the host may not be asked; nothing when it may.
  [[nodiscard]] std::optional<waiting_host> of(const std::string& authority) const {
    if (const auto* rule = rules.rule_of_host(authority); rule != nullptr && !is_exclusion(rule->kind))
      return waiting_host{authority, errc::paused, rule->what, no_end};
    const auto host = hosts.find(authority);
    return host == hosts.end() ? std::nullopt : std::optional{host->second};
  }
};

held_work held_work_of(database& db, const std::vector<waiting_host>& waiting) {
  held_work held{{}, steering_rules{stored_rules(db)}, {}};
  for (const auto& host : waiting) held.hosts.emplace(host.authority, host);  // the longest wait is first
  for (const auto& seed : held.rules.paused_seeds())
    if (const auto hash = record_hash::from_hex(seed)) held.paused_seeds.insert(*hash);
  return held;
}

/// Keeps the earliest time at which something is due and its host may be requested.
void consider(pending_work& left, timestamp due, const std::string& authority, const held_work& held,
              timestamp now) {
  due = std::max(due, now);
  const auto host = held.of(authority);
  const bool waits = host && host->until > due;
  const auto at = waits ? host->until : due;
  if (left.next && *left.next <= at) return;
  left.next = at;
  left.waits_for = waits ? *host : waiting_host{};
}

void add_download(pending_work& left, timestamp not_before, std::uint32_t attempt,
                  const std::string& authority, const held_work& held, timestamp now) {
  consider(left, not_before, authority, held, now);
  ++left.waiting;
  if (attempt < 2) return;
  if (not_before == timestamp{}) {
    ++left.interrupted;
    return;
  }
  const auto host = held.of(authority);
  if (host && host->until == no_end) return;  // nobody knows when
  const auto at = host ? std::max(not_before, host->until) : not_before;
  left.first_retry = left.retries == 0 ? at : std::min(left.first_retry, at);
  left.last_retry = left.retries == 0 ? at : std::max(left.last_retry, at);
  ++left.retries;
}

/// Considers the seeds in the queue, host by host up to one that does not wait. A seed is in the queue because it is due.
void consider_queue(database& db, pending_work& left, const held_work& held, timestamp now) {
  host_walk hosts{db, 0};
  while ((!left.next || *left.next > now) && hosts.next()) {
    auto c = db.query(
        "SELECT a.name, s.hash FROM queue q CROSS JOIN seeds s ON s.id = q.seed CROSS JOIN authorities a ON "
        "a.id = q.authority WHERE q.run IN (SELECT run FROM queue_runs) AND q.authority = ?1 AND s.authority "
        "= ?1 AND s.status = 1 AND s.queued = 1",
        hosts.host());
    while (c.next())
      if (!held.paused_seeds.contains(c.digest<record_hash>(1))) {
        consider(left, now, c.text(0), held, now);
        break;
      }
  }
}

/// The rules are in the order of their kinds.
std::vector<lasting_pause> pauses_in(database& db, const steering_rules& rules) {
  std::vector<lasting_pause> out;
  for (const auto& rule : rules.all()) {
    if (is_exclusion(rule.kind)) continue;
    out.push_back({rule});
    if (rule.kind != steering_kind::pause_seed) continue;
    const auto hash = record_hash::from_hex(rule.what);
    auto c = db.query("SELECT s.uri FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"),
                      hash.value_or(record_hash{}));
    if (c.next()) out.back().uri = c.text(0);
  }
  return out;
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
  return answered([&] {
    auto& db = state_->db;
    const auto held = held_work_of(db, *waiting);
    pending_work left;
    left.pauses = pauses_in(db, held.rules);
    left.now = now;
    left.in_progress = static_cast<std::uint64_t>(
        db.number("SELECT count(*) FROM entries WHERE parent IS NULL AND open > 0 AND (status <> 2 OR "
                  "has_worker = 1)"));
    if (left.in_progress > 0) left.next = now;
    auto downloads = db.query(
        "SELECT e.not_before_ms, e.attempt, a.name, s.hash FROM entries e INDEXED BY entries_to_fetch CROSS "
        "JOIN seeds s ON s.id = e.seed JOIN authorities a ON a.id = s.authority WHERE e.status = 2 AND "
        "e.has_worker = 0");
    while (downloads.next())
      if (held.paused_seeds.contains(downloads.digest<record_hash>(3)))
        ++left.waiting;  // for the operator
      else
        add_download(left, downloads.time(0), downloads.as<std::uint32_t>(1), downloads.text(2), held, now);
    consider_queue(db, left, held, now);
    auto seeds = db.query(
        "SELECT s.due_ms, a.name, s.hash FROM seeds s INDEXED BY seeds_by_due CROSS JOIN authorities a ON "
        "a.id = s.authority WHERE s.status = 1 AND s.queued = 0 ORDER BY s.due_ms");
    while (seeds.next()) {
      const auto due = seeds.time(0) + milliseconds{1};
      if (left.next && due >= *left.next) break;
      if (held.paused_seeds.contains(seeds.digest<record_hash>(2))) continue;
      consider(left, due, seeds.text(1), held, now);
      if (left.next && *left.next <= now) break;
    }
    const auto spent = spent_in_all(db);
    left.used_budget = describe_used_up(spent, stored_budgets(db).campaign);
    if (!left.used_budget.empty() || left.is_campaign_paused()) left.next.reset();
    return left;
  });
}

}  // namespace laundromat
