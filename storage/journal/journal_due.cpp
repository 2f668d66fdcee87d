// Selects due seeds: the first of all when their hosts may be asked, else the first of each host in turn.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "core/records/crawl_pace.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"

namespace laundromat {

namespace {

/// How many seeds are passed over at most in the order of all, whose hosts wait or which are live.
constexpr std::size_t most_passed = 200;
/// How many when the selection before had passed over too many: then the first seeds still wait, most likely.
constexpr std::size_t few_passed = 32;
/// How many hosts are looked at in one selection, while others are crawled.
constexpr std::size_t most_hosts = 400, all_hosts = SIZE_MAX;
/// How many hosts that may be asked are enough for a rough order, when so many of their seeds were looked at.
constexpr std::size_t enough_hosts = 200, enough_seeds = 1'600;
constexpr std::size_t first_share = 16;  ///< seeds of one host

struct request {
  journal_tables& tables;
  timestamp now;
  std::size_t limit;
  const authority_set& excluded;
  const seed_set& live;
  std::size_t per_host;  ///< seeds of one host at most, where hosts have their turns
  const seed_set& paused;
  timestamp crawled_before;

  [[nodiscard]] bool excludes(std::string_view authority) const {
    return is_excluded(excluded, authority) || !tables.budgets.has_room(tables.db, authority);
  }
  [[nodiscard]] bool is_passed_over(const seed_record& seed) const {
    return (!live.empty() && live.contains(seed.hash)) || (!paused.empty() && paused.contains(seed.hash));
  }
  [[nodiscard]] bool may_start(const seed_record& seed) const {
    return is_stale(seed, now) && seed.processed < crawled_before && !is_passed_over(seed) &&
           !excludes(seed.authority);
  }
};

struct selection {
  std::vector<seed_record> seeds;
  bool is_complete = true;  ///< false: there may be more
};

/// The first seeds in the order of all. Not complete when it passed over too many that may not start now.
selection take_first(journal_tables& s, const request& r) {
  const auto most = s.due_round.first_wait ? few_passed : most_passed + r.live.size();
  s.due_round.first_wait = false;
  s.budgets.begin_selection();
  auto c =
      s.db.query(LAUNDROMAT_SEED_COLUMNS
                 "FROM seeds s INDEXED BY seeds_by_turn CROSS JOIN authorities a ON a.id = s.authority WHERE "
                 "s.status = 1 AND s.queued = 1 ORDER BY s.rank, s.processed_ms, s.added_ms, s.id");
  selection found;
  for (std::size_t passed = 0; found.seeds.size() < r.limit && c.next();) {
    auto seed = read_seed(c);
    if (r.may_start(seed)) {
      s.budgets.select(seed.authority);
      found.seeds.push_back(std::move(seed));
    } else if (++passed > most) {
      s.due_round.first_wait = true;
      return {std::move(found.seeds), false};
    }
  }
  return found;
}

std::string name_of_host(database& db, row_id host) {
  auto c = db.query("SELECT name FROM authorities WHERE id = ?1", host);
  return c.next() ? c.text(0) : std::string{};
}

bool is_before(const seed_record& a, const seed_record& b) {
  return std::tuple{rank_of(a), a.processed, a.added} < std::tuple{rank_of(b), b.processed, b.added};
}

/// A seed of the queue, and its host by its place in `candidates::hosts`.
struct candidate {
  queued_seed seed;
  std::size_t host = 0;

  friend auto operator<=>(const candidate&, const candidate&) = default;
};

struct candidates {
  struct host_share {
    bool is_all = false;    ///< the host has no further seed in the queue
    std::size_t taken = 0;  ///< that may start
  };
  std::vector<candidate> seeds;
  std::vector<host_share> hosts;
  bool is_cut_short = false;  ///< there are more hosts

  void add(const std::vector<queued_seed>& of_host, std::size_t share) {
    for (const auto& one : of_host) seeds.push_back({one, hosts.size()});
    hosts.push_back({of_host.size() < share});
  }
  [[nodiscard]] bool is_enough() const {
    return hosts.size() >= enough_hosts && seeds.size() >= enough_seeds;
  }
  /// Whether a host may have more seeds that can start.
  [[nodiscard]] bool has_more(std::size_t per_host) const {
    return std::ranges::any_of(hosts, [&](const auto& h) { return !h.is_all && h.taken < per_host; });
  }
};

/// The first seeds of the hosts that may be asked, `share` of each; from the host whose turn it is, at most once around.
candidates first_of_hosts(database& db, row_id& next_host, const request& r, std::size_t share,
                          std::size_t most) {
  candidates found;
  const auto begin = next_host;
  std::size_t hosts = 0;
  for (const bool is_second : {false, true}) {
    for (host_walk walk{db, is_second ? 0 : begin}; walk.next();) {
      if (is_second && walk.host() >= begin) break;
      if (hosts++ == most || (most != all_hosts && found.is_enough())) {
        next_host = walk.host();
        found.is_cut_short = true;
        return found;
      }
      if (r.excludes(name_of_host(db, walk.host()))) continue;
      found.add(walk.first_seeds(share), share);
    }
  }
  return found;
}

/// The first candidates that may start, `per_host` of each host.
std::vector<seed_record> read_candidates(database& db, const request& r, candidates& from) {
  std::vector<seed_record> seeds;
  std::ranges::sort(from.seeds);
  const auto end = std::ranges::unique(from.seeds).begin();
  for (auto one = from.seeds.begin(); one != end && seeds.size() < r.limit; ++one) {
    auto& host = from.hosts[one->host];
    if (host.taken == r.per_host) continue;
    auto c =
        db.query(LAUNDROMAT_SELECT_SEED "WHERE s.id = ?1 AND s.status = 1 AND s.queued = 1", one->seed.seed);
    if (!c.next()) continue;
    auto seed = read_seed(c);
    if (rank_of(seed) != one->seed.rank || !r.may_start(seed)) continue;
    r.tables.budgets.select(seed.authority);
    seeds.push_back(std::move(seed));
    ++host.taken;
  }
  std::ranges::stable_sort(seeds, is_before);
  return seeds;
}

/// Seeds of hosts in turn. When nothing is live, it looks for one at all hosts.
selection take_by_host(journal_tables& s, request r) {
  const bool wants_more = r.limit > most_in_turn;
  r.limit = std::min(r.limit, most_in_turn);
  auto most = most_hosts;
  for (auto share = r.per_host < first_share ? 2 * r.per_host : first_share;;) {
    s.budgets.begin_selection();
    auto found = first_of_hosts(s.db, s.due_round.next_host, r, share, most);
    auto seeds = read_candidates(s.db, r, found);
    if (seeds.size() >= r.limit) return {std::move(seeds), !wants_more};
    const bool is_nothing_live = seeds.empty() && r.live.empty();
    if (found.is_cut_short && !is_nothing_live) return {std::move(seeds), false};
    if (!found.is_cut_short && !found.has_more(r.per_host)) return {std::move(seeds), true};
    if (found.is_cut_short) most = all_hosts;
    share *= 4;
  }
}

/// In one transaction, because each alone would lock the file.
selection take_queued(journal_tables& s, const request& r) {
  const one_state same{s.db};
  auto first = take_first(s, r);
  return first.is_complete || first.seeds.size() == r.limit ? std::move(first) : take_by_host(s, r);
}

bool is_new(database& db, const record_hash& seed) {
  return db.query("SELECT 1 FROM seeds s WHERE s.present IS NULL AND " LAUNDROMAT_IS_SEED("s", "?1"), seed)
      .next();
}

/// Moves due seeds into the queue, in the open transaction or one of their own.
std::size_t move_due(journal_tables& s, const request& r) {
  const bool begins = !s.db.in_transaction();
  if (begins) s.db.run("BEGIN IMMEDIATE");
  try {
    const auto moved = queue_due_seeds(s.db, s.due_round, r.now, r.limit,
                                       [&](std::string_view authority) { return !r.excludes(authority); });
    if (begins) s.db.run("COMMIT");
    return moved;
  } catch (const storage_fault&) {
    if (begins && s.db.in_transaction()) s.db.run("ROLLBACK");
    throw;
  }
}

bool has_late_seeds(database& db, timestamp now) {
  return db
      .query(
          "SELECT 1 FROM seeds INDEXED BY seeds_by_due WHERE status = 1 AND queued = 0 AND due_ms < ?1 LIMIT "
          "1",
          now)
      .next();
}

/// Moves seeds that are due into the queue when it has too few.
std::vector<seed_record> take_due(journal_tables& s, const request& r) {
  if (r.limit == 0) return {};
  for (;;) {
    auto found = take_queued(s, r);
    if (found.seeds.size() >= r.limit || !found.is_complete || !has_late_seeds(s.db, r.now) ||
        move_due(s, r) == 0)
      return std::move(found.seeds);
  }
}

}  // namespace

result<std::vector<seed_record>> journal::due_seeds(timestamp now, std::size_t limit,
                                                    const authority_set& excluded, const seed_set& live,
                                                    std::size_t per_host, const seed_set& paused,
                                                    timestamp crawled_before) {
  return answered([&] {
    const auto room = state_->budgets.room_beside(state_->db, live.size(), limit);
    return take_due(*state_, {*state_, now, room, excluded, live, per_host, paused, crawled_before});
  });
}

void journal::note_loads(std::map<std::string, std::uint64_t, std::less<>> loads) {
  state_->budgets.note_loads(std::move(loads));
}

result<void> journal::queue_due(timestamp now, std::size_t most) {
  return answered([&] {
    if (has_late_seeds(state_->db, now))
      (void)queue_due_seeds(state_->db, state_->due_round, now, most, [](std::string_view) { return true; });
  });
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
