// Chooses runs, writes them as one, and removes them.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/seed_hash_merge.hpp"

#include <algorithm>
#include <bit>

namespace laundromat {

namespace {

constexpr std::uint64_t growth = 8, entries_a_step = 50'000, buckets_a_step = 3'000, young_a_step = 10'000;
constexpr std::uint64_t most_young = 20'000;

std::uint64_t seeds_in(const std::vector<hash_run>& runs) {
  std::uint64_t sum = 0;
  for (const auto& run : runs) sum += run.seeds;
  return sum;
}

/// The logarithm to the base `growth`.
unsigned tier_of(const hash_run& run) {
  return static_cast<unsigned>(std::bit_width(run.seeds)) / std::bit_width(growth - 1);
}

/// At least `growth` runs of one tier, and all smaller ones; else none.
std::vector<hash_run> crowded(const std::vector<hash_run>& runs) {
  std::map<unsigned, std::size_t> tiers;
  for (const auto& run : runs) ++tiers[tier_of(run)];
  const auto full = std::ranges::find_if(tiers, [](const auto& tier) { return tier.second >= growth; });
  if (full == tiers.end()) return {};
  auto chosen = runs;
  std::erase_if(chosen, [&](const hash_run& run) { return tier_of(run) > full->first; });
  return chosen;
}

/// The runs that are not `growth` times as large as all smaller ones; none for a single one.
std::vector<hash_run> similar(std::vector<hash_run> runs) {
  std::ranges::sort(runs, {}, &hash_run::seeds);
  std::uint64_t smaller = 0;
  std::size_t count = 0, chosen = 0;
  for (const auto& run : runs) {
    if (smaller > 0 && run.seeds < growth * smaller) chosen = count + 1;
    smaller += run.seeds;
    ++count;
  }
  runs.resize(chosen);
  return runs;
}

bool remove_buckets(database& db) {
  const auto run = db.number("SELECT run FROM hash_runs WHERE state = 2 LIMIT 1");
  if (run == 0) return false;
  db.run(
      "DELETE FROM hash_buckets WHERE place IN (SELECT place FROM hash_buckets WHERE place >= ?1 AND place < "
      "?2 LIMIT ?3)",
      run << 32U, (run + 1) << 32U, buckets_a_step);
  if (db.changed() == 0) db.run("DELETE FROM hash_runs WHERE run = ?1", run);
  return true;
}

bool remove_young(database& db) {
  row_id run = 0, end = 0;
  {
    auto c = db.query("SELECT run, young_end FROM hash_runs WHERE state = 1 AND young_end > 0 LIMIT 1");
    if (!c.next()) return false;
    run = c.integer(0);
    end = c.integer(1);
  }
  db.run("DELETE FROM seed_hashes WHERE hash IN (SELECT hash FROM seed_hashes WHERE seed <= ?1 LIMIT ?2)",
         end, young_a_step);
  if (db.changed() == 0) db.run("UPDATE hash_runs SET young_end = 0 WHERE run = ?1", run);
  return true;
}

}  // namespace

bool seed_hash_merge::step(database& db, merge_scope scope) {
  if (remove_buckets(db) || remove_young(db)) return true;
  if (!plan_) {
    db.run("UPDATE hash_runs SET state = ?1 WHERE state = ?2", run_state::removed, run_state::written);
    if (db.changed() > 0) return true;
    if (!begin(db, scope)) return false;
  }
  go_on(db);
  return true;
}

bool seed_hash_merge::begin(database& db, merge_scope scope) {
  const auto runs = used_hash_runs(db);
  auto sources = crowded(runs);
  if (sources.empty() && scope == merge_scope::all) sources = similar(runs);
  std::uint64_t young = 0;
  {
    auto c = db.query("SELECT count(*) FROM (SELECT 1 FROM seed_hashes LIMIT ?1)", most_young);
    if (c.next()) young = c.as<std::uint64_t>(0);
  }
  if (young < most_young) young = 0;
  if (young > 0) young = static_cast<std::uint64_t>(db.number("SELECT count(*) FROM seed_hashes"));
  if (sources.empty() && young == 0) return false;
  const auto young_end = young == 0 ? 0 : db.number("SELECT max(id) FROM seeds");
  const auto bits = bucket_bits(seeds_in(sources) + young);
  db.run("INSERT INTO hash_runs (bits, seeds, state) VALUES (?1, 0, ?2)", bits, run_state::written);
  const auto target = db.last_row();
  plan_.emplace(plan{sources, young_end, target, hash_stream{db, sources, young_end},
                     hash_run_writer{db, target, bits}});
  return true;
}

void seed_hash_merge::go_on(database& db) {
  auto& p = *plan_;
  std::uint64_t steps = 0;
  for (; steps < entries_a_step && p.from.current(); ++steps) {
    p.to.add(*p.from.current());
    p.from.next();
  }
  p.written += steps;
  if (p.from.current()) return;
  p.to.finish();
  for (const auto& run : p.sources)
    db.run("UPDATE hash_runs SET state = ?2 WHERE run = ?1", run.run, run_state::removed);
  db.run("UPDATE hash_runs SET state = ?2, seeds = ?3, young_end = ?4 WHERE run = ?1", p.target,
         run_state::used, p.written, p.young_end);
  plan_.reset();
}

}  // namespace laundromat
