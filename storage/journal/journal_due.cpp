// Finds due seeds in order, without reading all seeds that are not due.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// There are three strategies with the same result. Few due seeds are sorted. Of many, the first in the index order are
/// taken. When most of those wait for their host, the first seeds of each host are merged instead.
constexpr std::int64_t few_due_seeds = 20'000;
constexpr std::size_t longest_walk = 20'000;
constexpr std::size_t most_authorities = 50'000;

struct candidate {
  std::int64_t priority = 0, processed = 0, added = 0;
  row_id id = 0;

  friend bool operator<(const candidate& a, const candidate& b) {
    return std::tuple{-a.priority, a.processed, a.added, a.id} <
           std::tuple{-b.priority, b.processed, b.added, b.id};
  }
};

struct picked {
  std::vector<row_id> rows;
  bool complete = true;  ///< false: the search was aborted
};

struct request {
  timestamp now;
  std::size_t limit;
  const authority_set& excluded;

  [[nodiscard]] bool excludes(std::string_view authority) const {
    return !excluded.empty() && excluded.contains(std::string{authority});
  }
};

/// Reads rows of (id, authority) until there are enough, or `walk` of them were skipped.
picked take(cursor c, const request& r, std::size_t walk) {
  picked p;
  while (p.rows.size() < r.limit && c.next()) {
    if (!r.excludes(c.bytes(1))) {
      p.rows.push_back(c.integer(0));
    } else if (walk-- == 0) {
      p.complete = false;
      return p;
    }
  }
  return p;
}

picked take_sorted(database& db, const request& r) {
  return take(
      db.query("SELECT id, authority FROM seeds INDEXED BY seeds_by_due WHERE status = 1 AND due_ms < ?1 "
               "ORDER BY priority DESC, processed_ms, added_ms, id",
               r.now),
      r, few_due_seeds);
}

picked take_in_order(database& db, const request& r, std::size_t walk) {
  return take(
      db.query("SELECT id, authority FROM seeds INDEXED BY seeds_in_order WHERE status = 1 AND due_ms < ?1 "
               "ORDER BY priority DESC, processed_ms, added_ms, id",
               r.now),
      r, walk);
}

std::optional<std::string> next_authority(database& db, const std::string& after) {
  auto c = db.query(
      "SELECT min(authority) FROM seeds INDEXED BY seeds_by_authority WHERE status = 1 AND authority > ?1",
      after);
  if (!c.next() || c.is_null(0)) return std::nullopt;
  return c.text(0);
}

void take_of_authority(database& db, const request& r, const std::string& authority,
                       std::vector<candidate>& found) {
  auto c = db.query(
      "SELECT priority, processed_ms, added_ms, id FROM seeds INDEXED BY seeds_by_authority WHERE status = 1 "
      "AND "
      "authority = ?1 AND due_ms < ?2 ORDER BY priority DESC, processed_ms, added_ms, id LIMIT ?3",
      authority, r.now, r.limit);
  while (c.next()) found.push_back({c.integer(0), c.integer(1), c.integer(2), c.integer(3)});
}

void keep_first(std::vector<candidate>& found, std::size_t limit) {
  std::sort(found.begin(), found.end());
  if (found.size() > limit) found.resize(limit);
}

picked take_by_authority(database& db, const request& r) {
  std::vector<candidate> found;
  if (!r.excludes("")) take_of_authority(db, r, "", found);  // relative seeds
  std::size_t seen = 0;
  for (auto authority = next_authority(db, ""); authority; authority = next_authority(db, *authority)) {
    if (++seen > most_authorities) return {{}, false};
    if (!r.excludes(*authority)) take_of_authority(db, r, *authority, found);
    if (found.size() > 16 * r.limit + 1'000) keep_first(found, r.limit);
  }
  keep_first(found, r.limit);
  picked p;
  for (const auto& c : found) p.rows.push_back(c.id);
  return p;
}

/// Counts due seeds, but not beyond what `few_due_seeds` needs.
std::int64_t count_due(database& db, timestamp now) {
  auto c = db.query(
      "SELECT count(*) FROM (SELECT 1 FROM seeds INDEXED BY seeds_by_due WHERE status = 1 AND due_ms < ?1 "
      "LIMIT ?2)",
      now, few_due_seeds);
  return c.next() ? c.integer(0) : 0;
}

std::vector<row_id> due_rows(database& db, const request& r) {
  const auto due = count_due(db, r.now);
  if (due == 0 || r.limit == 0) return {};
  if (due < few_due_seeds) return take_sorted(db, r).rows;
  auto p = take_in_order(db, r, longest_walk);
  if (!p.complete) p = take_by_authority(db, r);
  if (!p.complete) p = take_in_order(db, r, SIZE_MAX);
  return p.rows;
}

}  // namespace

result<std::vector<seed_record>> journal::due_seeds(timestamp now, std::size_t limit,
                                                    const authority_set& excluded) {
  return answered([&] {
    auto& db = state_->db;
    std::vector<seed_record> seeds;
    for (const auto id : due_rows(db, {now, limit, excluded})) {
      auto c = db.query(LAUNDROMAT_SELECT_SEED "WHERE s.id = ?1", id);
      if (c.next()) seeds.push_back(read_seed(c));
    }
    return seeds;
  });
}

}  // namespace laundromat
