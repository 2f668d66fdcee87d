// Finds due seeds in order, without reading all seeds that are not due.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// There are four strategies with the same result. The first seeds in the index order are taken when they are due and may be requested. Else
/// the first seeds of each host are merged, as long as there are few hosts. Else few due seeds are sorted; of many, the first in the index order
/// are taken, and when most of those wait for their host, the first seeds of each host are merged.
constexpr std::size_t most_passed = 500;
constexpr std::size_t few_authorities = 200;
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
  std::vector<seed_record> seeds;
  bool complete = true;  ///< false: the search was aborted
};

struct request {
  timestamp now;
  std::size_t limit;
  const authority_set& excluded;
  const seed_set& live;

  [[nodiscard]] bool excludes(std::string_view authority) const { return is_excluded(excluded, authority); }
  [[nodiscard]] bool is_live(const seed_record& seed) const {
    return !live.empty() && live.contains(seed.hash);
  }
};

/// Reads seeds until there are enough, or `walk` of them were skipped.
picked take(cursor c, const request& r, std::size_t walk) {
  picked p;
  while (p.seeds.size() < r.limit && c.next()) {
    auto seed = read_seed(c);
    if (r.is_live(seed)) continue;
    if (!r.excludes(seed.authority)) {
      p.seeds.push_back(std::move(seed));
    } else if (walk-- == 0) {
      p.complete = false;
      return p;
    }
  }
  return p;
}

picked take_sorted(database& db, const request& r) {
  return take(db.query(LAUNDROMAT_SEED_COLUMNS
                       "FROM seeds s INDEXED BY seeds_by_due CROSS JOIN authorities a ON a.id = s.authority "
                       "WHERE s.status = 1 AND "
                       "s.due_ms < ?1 ORDER BY s.priority DESC, s.processed_ms, s.added_ms, s.id",
                       r.now),
              r, few_due_seeds);
}

picked take_in_order(database& db, const request& r, std::size_t walk) {
  return take(db.query(LAUNDROMAT_SEED_COLUMNS
                       "FROM seeds s INDEXED BY seeds_by_turn CROSS JOIN authorities a ON a.id = s.authority "
                       "WHERE s.status = 1 AND "
                       "s.due_ms < ?1 ORDER BY s.priority DESC, s.processed_ms, s.added_ms, s.id",
                       r.now),
              r, walk);
}

/// Usually the first seeds of the order are due. Aborts when it passed over too many that are not, or that wait for their host.
picked take_first(database& db, const request& r) {
  auto c = db.query(LAUNDROMAT_SEED_COLUMNS
                    "FROM seeds s INDEXED BY seeds_by_turn CROSS JOIN authorities a ON a.id = s.authority "
                    "WHERE s.status = 1 "
                    "ORDER BY s.priority DESC, s.processed_ms, s.added_ms, s.id");
  picked p;
  for (std::size_t passed = 0; p.seeds.size() < r.limit && c.next();) {
    auto seed = read_seed(c);
    if (r.is_live(seed)) continue;
    if (is_stale(seed, r.now) && !r.excludes(seed.authority)) {
      p.seeds.push_back(std::move(seed));
    } else if (++passed > most_passed) {
      p.complete = false;
      return p;
    }
  }
  return p;
}

struct numbered_authority {
  row_id id = 0;
  std::string name;
};

/// All authorities, as far as there are not more than `most`.
std::vector<numbered_authority> all_authorities(database& db, std::size_t most) {
  return collect<numbered_authority>(db.query("SELECT id, name FROM authorities LIMIT ?1", most + 1),
                                     [](const cursor& c) {
                                       return numbered_authority{c.integer(0), c.text(1)};
                                     });
}

/// False when it passed over more than `walk` seeds that are not due.
bool take_of_authority(database& db, const request& r, row_id authority, std::size_t& walk,
                       std::vector<candidate>& found) {
  auto c = db.query(
      "SELECT priority, processed_ms, added_ms, id, due_ms < ?2 FROM seeds INDEXED BY seeds_by_authority "
      "WHERE status = 1 AND authority = ?1 ORDER BY priority DESC, processed_ms, added_ms, id",
      authority, r.now);
  for (std::size_t taken = 0; taken < r.limit + r.live.size() && c.next();) {
    if (c.integer(4) != 0) {
      found.push_back({c.integer(0), c.integer(1), c.integer(2), c.integer(3)});
      ++taken;
    } else if (walk-- == 0) {
      return false;
    }
  }
  return true;
}

void keep_first(std::vector<candidate>& found, std::size_t limit) {
  std::sort(found.begin(), found.end());
  if (found.size() > limit) found.resize(limit);
}

picked take_by_authority(database& db, const request& r, std::size_t most, std::size_t walk) {
  std::vector<candidate> found;
  const auto authorities = all_authorities(db, most);
  if (authorities.size() > most) return {{}, false};
  for (const auto& [id, name] : authorities) {
    if (!r.excludes(name) && !take_of_authority(db, r, id, walk, found)) return {{}, false};
    if (found.size() > 16 * r.limit + 1'000) keep_first(found, r.limit + r.live.size());
  }
  keep_first(found, r.limit + r.live.size());
  picked p;
  for (auto one = found.begin(); one != found.end() && p.seeds.size() < r.limit; ++one) {
    auto c = db.query(LAUNDROMAT_SELECT_SEED "WHERE s.id = ?1", one->id);
    if (!c.next()) continue;
    auto seed = read_seed(c);
    if (!r.is_live(seed)) p.seeds.push_back(std::move(seed));
  }
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

bool is_new(database& db, const record_hash& seed) {
  return db.query("SELECT 1 FROM seeds s WHERE s.present IS NULL AND " LAUNDROMAT_HAS_HASH("s", "?1"), seed)
      .next();
}

std::vector<seed_record> take_due(database& db, const request& r) {
  if (auto p = take_first(db, r); p.complete) return std::move(p.seeds);
  const auto due = count_due(db, r.now);
  if (due == 0 || r.limit == 0) return {};
  auto p = take_by_authority(db, r, few_authorities, longest_walk);
  if (p.complete) return std::move(p.seeds);
  if (due < few_due_seeds) return take_sorted(db, r).seeds;
  p = take_in_order(db, r, longest_walk);
  if (!p.complete) p = take_by_authority(db, r, most_authorities, SIZE_MAX);
  if (!p.complete) p = take_in_order(db, r, SIZE_MAX);
  return std::move(p.seeds);
}

}  // namespace

result<std::vector<seed_record>> journal::due_seeds(timestamp now, std::size_t limit,
                                                    const authority_set& excluded, const seed_set& live) {
  return answered([&] { return take_due(state_->db, {now, limit, excluded, live}); });
}

result<void> journal::save_live_seeds(const std::vector<record_hash>& seeds) {
  std::string hashes;
  for (const auto& seed : seeds) hashes += seed.view();
  return answered([&] {
    state_->db.run("UPDATE live_seeds SET hashes = ?1", blob{hashes});
    if (state_->db.changed() == 0) state_->db.run("INSERT INTO live_seeds VALUES (?1)", blob{hashes});
  });
}

result<seed_set> journal::live_seeds() {
  return answered([&] {
    seed_set seeds;
    auto c = state_->db.query("SELECT hashes FROM live_seeds");
    if (!c.next()) return seeds;
    const auto hashes = c.text(0);
    for (std::size_t at = 0; at < hashes.size(); at += sizeof(record_hash))
      if (const auto one = record_hash::from_bytes(std::string_view{hashes}.substr(at, sizeof(record_hash)));
          one && is_new(state_->db, *one))
        seeds.insert(*one);
    return seeds;
  });
}

}  // namespace laundromat
