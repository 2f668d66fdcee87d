// Walks over the runs of the queue, and moves seeds into it when they are due.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/seed_queue.hpp"

#include <algorithm>

namespace laundromat {

namespace {

/// How many seeds and hosts are passed over at most in one call.
constexpr std::size_t most_waiting_seeds = 500, most_waiting_hosts = 500;
constexpr std::size_t seeds_a_host = 16;

/// The rows of due seeds, the longest due first.
std::vector<row_id> longest_due(database& db, timestamp now, std::size_t most,
                                const std::function<bool(std::string_view)>& may_go) {
  std::vector<row_id> found;
  auto c = db.query(
      "SELECT s.id, a.name FROM seeds s INDEXED BY seeds_by_due CROSS JOIN authorities a ON a.id = "
      "s.authority WHERE s.status = 1 AND s.queued = 0 AND s.due_ms < ?1 ORDER BY s.due_ms",
      now);
  for (std::size_t waiting = 0; found.size() < most && waiting < most_waiting_seeds && c.next();)
    may_go(c.bytes(1)) ? found.push_back(c.integer(0)) : static_cast<void>(++waiting);
  return found;
}

/// The next host with crawled seeds, from `from` on; 0: none.
row_id next_crawled_host(database& db, row_id from) {
  auto c = db.query(
      "SELECT authority FROM seeds INDEXED BY seeds_by_authority WHERE present IS NOT NULL AND authority >= "
      "?1 ORDER BY authority LIMIT 1",
      from);
  return c.next() ? c.integer(0) : 0;
}

/// The rows of due seeds, host after host.
std::vector<row_id> due_by_host(database& db, seed_round& round, timestamp now, std::size_t most,
                                const std::function<bool(std::string_view)>& may_go) {
  std::vector<row_id> found;
  bool is_second = false;
  for (std::size_t hosts = 0; found.size() < most && hosts < most_waiting_hosts; ++hosts) {
    const auto host = next_crawled_host(db, round.next_late_host);
    if (host == 0 && std::exchange(is_second, true)) break;
    round.next_late_host = host == 0 ? 0 : host + 1;
    if (host == 0) continue;
    {
      auto name = db.query("SELECT name FROM authorities WHERE id = ?1", host);
      if (!name.next() || !may_go(name.bytes(0))) continue;
    }
    auto c = db.query(
        "SELECT id FROM seeds INDEXED BY seeds_by_authority WHERE present IS NOT NULL AND authority = ?1 AND "
        "status = 1 AND queued = 0 AND due_ms < ?2 ORDER BY due_ms LIMIT ?3",
        host, now, seeds_a_host);
    while (c.next()) found.push_back(c.integer(0));
  }
  return found;
}

}  // namespace

host_walk::host_walk(database& db, row_id from) : db_(db) {
  auto c = db.query("SELECT run FROM queue_runs ORDER BY run");
  while (c.next()) runs_.push_back({c.integer(0)});
  for (auto& run : runs_) read_from(run, from);
}

void host_walk::read_from(queue_run& run, row_id from) {
  run.read.clear();
  run.at = 0;
  auto c = db_.query(
      "SELECT authority, rank, seed FROM queue WHERE run = ?1 AND authority >= ?2 ORDER BY authority, rank, "
      "seed LIMIT ?3",
      run.run, from, piece);
  while (c.next()) run.read.push_back({c.integer(0), {c.integer(1), c.integer(2)}});
  run.is_whole = run.read.size() < piece;
}

bool host_walk::next() {
  std::optional<row_id> first;
  for (auto& run : runs_) {
    while (run.at < run.read.size() && run.read[run.at].host <= host_) ++run.at;
    if (run.at == run.read.size() && !run.is_whole) read_from(run, host_ + 1);
    if (run.at < run.read.size() && (!first || run.read[run.at].host < *first)) first = run.read[run.at].host;
  }
  if (first) host_ = *first;
  return first.has_value();
}

std::vector<queued_seed> host_walk::first_seeds(std::size_t most) const {
  std::vector<queued_seed> found;
  for (const auto& run : runs_) {
    auto at = run.at;
    const auto before = found.size();
    for (; at < run.read.size() && run.read[at].host == host_; ++at) found.push_back(run.read[at].seed);
    if (at < run.read.size() || run.is_whole || found.size() - before >= most) continue;
    found.resize(before);
    auto c = db_.query(
        "SELECT rank, seed FROM queue WHERE run = ?1 AND authority = ?2 ORDER BY rank, seed LIMIT ?3",
        run.run, host_, most);
    while (c.next()) found.push_back({c.integer(0), c.integer(1)});
  }
  std::ranges::sort(found);
  if (found.size() > most) found.resize(most);
  return found;
}

std::size_t queue_due_seeds(database& db, seed_round& round, timestamp now, std::size_t most,
                            const std::function<bool(std::string_view)>& may_go) {
  auto found = longest_due(db, now, most, may_go);
  if (found.empty()) found = due_by_host(db, round, now, most, may_go);
  std::ranges::sort(found);
  for (const auto seed : found) db.run("UPDATE seeds SET queued = 1 WHERE id = ?1", seed);
  return found.size();
}

}  // namespace laundromat
