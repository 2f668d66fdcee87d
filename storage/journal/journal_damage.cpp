// Finds damage: SQLite's own checks, and rows with invalid references.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <sstream>

#include "storage/journal/damage_search.hpp"
#include "storage/journal/entry_blocks.hpp"
#include "storage/journal/index_check.hpp"
#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"
#include "storage/journal/present_crawl.hpp"
#include "storage/journal/record_check.hpp"

namespace laundromat {

namespace {

/// Pages are read in their order, and the seeds of entries mostly so.
constexpr const char* usual_cache = "PRAGMA cache_size = -16384";
/// To say what is wrong, each page is read several times, the indexes at random places.
constexpr const char* large_cache = "PRAGMA cache_size = -65536";

/// The rows with a hash that another row has, too. Their indexes have the first bytes of hashes only, so that SQLite cannot refuse them.
#define LAUNDROMAT_REPEATED_HASHES(TABLE)                                              \
  "SELECT '" TABLE                                                                     \
  ": ' || lower(hex(a.hash)) || ' is there twice' FROM (SELECT substr(hash, 1, 6) AS " \
  "first FROM " TABLE " GROUP BY 1 HAVING count(*) > 1) r JOIN " TABLE                 \
  " a ON substr(a.hash, 1, 6) = "                                                      \
  "r.first JOIN " TABLE " b ON substr(b.hash, 1, 6) = r.first AND b.hash = a.hash AND b.id > a.id LIMIT ?1"

struct hash_question {
  const char* first_bytes;  ///< of all hashes, in the order of their index
  const char* repeated;
};
#define LAUNDROMAT_HASHES_OF(TABLE)                                          \
  {                                                                          \
    "SELECT substr(hash, 1, 6) FROM " TABLE " INDEXED BY " TABLE "_by_hash", \
        LAUNDROMAT_REPEATED_HASHES(TABLE)                                    \
  }
constexpr hash_question hash_questions[] = {LAUNDROMAT_HASHES_OF("entries"), LAUNDROMAT_HASHES_OF("cleans")};

/// Rows that the lifecycle does not allow.
constexpr const char* row_questions[] = {
    "SELECT 'entries: ' || lower(hex(hash)) || CASE WHEN status NOT BETWEEN 2 AND 14 THEN ' has the status ' "
    "|| status || ', which there is not' WHEN status = 10 AND clean IS NULL THEN ' is parsed, and names no "
    "clean document' ELSE ': its history cannot be read' END FROM entries WHERE status NOT BETWEEN 2 AND 14 "
    "OR (status = 10 AND clean IS NULL) OR NOT json_valid('[' || history || ']') LIMIT ?1",
    "SELECT 'cleans: ' || lower(hex(hash)) || ' has no source entry' FROM cleans c WHERE NOT EXISTS (SELECT "
    "1 FROM entries s WHERE s.clean = c.id) LIMIT ?1",
};

void add_rows(database& db, const char* question, std::size_t limit, std::vector<std::string>& found) {
  if (found.size() >= limit) return;
  auto c = db.query(question, limit - found.size());
  while (c.next()) found.push_back(c.text(0));
}

/// Whether two neighbours in the index have the same first bytes.
bool may_repeat(database& db, const hash_question& about) {
  auto c = db.query(about.first_bytes);
  std::string last;
  for (bool is_first = true; c.next(); is_first = false) {
    const auto bytes = c.bytes(0);
    if (!is_first && bytes == last) return true;
    last.assign(bytes);
  }
  return false;
}

void add_repeated_hashes(database& db, const hash_question& about, std::size_t limit,
                         std::vector<std::string>& found) {
  if (may_repeat(db, about)) add_rows(db, about.repeated, limit, found);
}

/// What SQLite's full check finds, without a search for each row in each index.
bool is_intact(database& db, bool with_pages, bool with_indexes) {
  const auto intact = answered([&] {
    if (with_pages) {
      auto c = db.query("PRAGMA quick_check(1)");
      if (!c.next() || c.text(0) != "ok") return false;
    }
    return !with_indexes || indexes_match(db);
  });
  return intact.value_or(false);
}

/// Only SQLite's own check says what is wrong.
void check_pages(database& db, std::size_t limit, std::vector<std::string>& found) {
  const auto unreadable = "error code=" + std::to_string(SQLITE_IOERR_DATA);
  std::size_t without_checksum = 0;
  auto c = db.query_text("PRAGMA integrity_check(" + std::to_string(limit) + ")");
  while (c.next()) {
    std::istringstream lines{c.text(0)};
    for (std::string line; std::getline(lines, line);)
      if (line.ends_with(unreadable))
        ++without_checksum;
      else if (line != "ok" && !line.starts_with("***"))
        found.push_back(std::move(line));
  }
  if (without_checksum > 0)
    found.insert(found.begin(),
                 std::string{page_words} + " (" + std::to_string(without_checksum) + " found)");
}

/// Whether a page has a wrong checksum, which leads to other findings.
bool is_about_pages(const std::string& one) {
  return one.find(page_words) != one.npos;
}

/// Whether the finding is already listed: by SQLite's check of another part, or because each query that reads a bad page ends with the same one.
bool is_reported(const std::string& finding, const std::vector<std::string>& found) {
  return std::ranges::find(found, finding) != found.end() ||
         (is_about_pages(finding) && std::ranges::any_of(found, is_about_pages));
}

void check_keys(database& db, std::size_t limit, std::vector<std::string>& found) {
  auto c = db.query("PRAGMA foreign_key_check");
  while (found.size() < limit && c.next())
    found.push_back(c.text(0) + ": row " + std::to_string(c.integer(1)) + ", whose row of " + c.text(2) +
                    " is missing");
}

std::string text_of(const counted_key& key, const counted_sum& sum) {
  return std::to_string(static_cast<int>(key.what)) + '/' + std::to_string(static_cast<int>(key.current)) +
         '/' + std::to_string(static_cast<int>(key.cause)) + '/' + key.http_status + " is " +
         std::to_string(sum.total) + " (" + std::to_string(sum.past) + ')';
}

constexpr const char* odd_sources =
    "SELECT 'cleans: ' || lower(hex(hash)) || ' has ' || sources || ' present sources, but its records are ' "
    "|| " LAUNDROMAT_PRESENT_SOURCES
    " || ': `laundromat verify --accept-journal` counts again' FROM cleans WHERE sources "
    "<> " LAUNDROMAT_PRESENT_SOURCES " LIMIT ?1";

/// False also when a page cannot be read.
bool has_sound_records(database& db, bool with_counts) {
  const auto sound = answered([&] {
    const one_state same{db};
    return records_are_sound(db, with_counts);
  });
  return sound.value_or(false);
}

/// Compares the summaries of blocks with their entries. `count_anew` only deletes them; later runs make them again, some at a commit.
void check_blocks(database& db, std::size_t limit, std::vector<std::string>& found) {
  const one_state same{db};
  if (found.size() < limit && !blocks_match(db))
    found.push_back(
        "entry_blocks: a row does not have what its entries have: `laundromat verify "
        "--accept-journal` removes all rows, and later runs make them again");
}

/// Compares the hashes by which seeds are found with the seeds, and searches for seeds outside of the queue and of the index of those that wait.
void check_seeds(database& db, std::size_t limit, std::vector<std::string>& found) {
  const one_state same{db};
  add_rows(db,
           "SELECT 'seeds: ' || lower(hex(hash)) || ' is due, and not in the queue: `laundromat verify "
           "--accept-journal` puts it there' FROM seeds s INDEXED BY seeds_by_turn WHERE status = 1 AND "
           "queued = 1 AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.run IN (SELECT run FROM queue_runs "
           "WHERE s.id BETWEEN first_seed AND last_seed) AND q.authority = s.authority AND q.rank = s.rank "
           "AND q.seed = s.id) LIMIT ?1",
           limit, found);
  if (found.size() < limit && !seed_hashes_match(db)) {
    add_rows(db,
             "SELECT 'seeds: ' || lower(hex(hash)) || ' is there twice' FROM seeds GROUP BY hash HAVING "
             "count(*) > 1 LIMIT ?1",
             limit, found);
    if (found.size() < limit)
      found.push_back(
          "seed_hashes: the hashes are not those of the seeds: `laundromat verify --accept-journal` takes "
          "them from the seeds");
  }
}

/// Compares the kept counts with the records.
void check_counts(database& db, std::size_t limit, std::vector<std::string>& found) {
  const one_state same{db};
  auto kept = kept_counts(db);
  auto counted = counts_of_records(db);
  for (const auto& [key, sum] : kept) counted.try_emplace(key);
  for (const auto& [key, sum] : counted)
    if (found.size() < limit && kept[key] != sum)
      found.push_back("counts: " + text_of(key, kept[key]) + ", but the records are " +
                      std::to_string(sum.total) + " (" + std::to_string(sum.past) +
                      "): `laundromat verify --accept-journal` counts again");
}

}  // namespace

result<std::vector<std::string>> journal::find_damage(std::size_t limit, damage_scope scope) {
  std::vector<std::string> found;
  const auto run_check = [&](auto check) {
    // An unreadable page ends one query; the others are still run.
    auto done = answered([&] { check(); });
    if (!done && done.error().code != errc::journal_damaged) return done;
    if (!done && found.size() < limit && !is_reported(done.error().detail, found))
      found.insert(is_about_pages(done.error().detail) ? found.begin() : found.end(), done.error().detail);
    return result<void>{};
  };
  auto& db = state_->db;
  const bool is_part = scope != damage_scope::all && scope != damage_scope::without_counts,
             has_pages = !is_part || scope == damage_scope::pages,
             has_indexes = !is_part || scope == damage_scope::indexes,
             has_records = !is_part || scope == damage_scope::records,
             has_counts = has_records && scope != damage_scope::without_counts;
  result<void> done = run_check([&] { db.execute(usual_cache); });
  const bool is_sound_file = is_intact(db, has_pages, has_indexes),
             has_bad_records = has_records && !has_sound_records(db, has_counts);
  if (!is_sound_file || has_bad_records) done = run_check([&] { db.execute(large_cache); });
  if (!is_sound_file) done = run_check([&] { check_pages(db, limit, found); });
  if (done && has_bad_records) done = run_check([&] { check_keys(db, limit, found); });
  for (const auto& about : hash_questions)
    if (done && has_records) done = run_check([&] { add_repeated_hashes(db, about, limit, found); });
  for (const auto* question : row_questions)
    if (done && has_bad_records) done = run_check([&] { add_rows(db, question, limit, found); });
  const bool has_bad_counts = has_bad_records && has_counts;
  if (done && has_bad_counts) done = run_check([&] { add_rows(db, odd_sources, limit, found); });
  if (done && has_bad_counts) done = run_check([&] { check_counts(db, limit, found); });
  if (done && has_records) done = run_check([&] { check_seeds(db, limit, found); });
  if (done && has_counts) done = run_check([&] { check_blocks(db, limit, found); });
  if (!done) return tl::unexpected(done.error());
  return found;
}

result<void> journal::count_anew() {
  return answered([&] {
    auto& db = state_->db;
    db.run("UPDATE cleans SET sources = " LAUNDROMAT_PRESENT_SOURCES
           " WHERE sources <> " LAUNDROMAT_PRESENT_SOURCES);
    if (!blocks_match(db)) db.run("DELETE FROM entry_blocks");
    if (!seed_hashes_match(db)) find_seed_hashes_anew(db);
    db.run(
        "INSERT OR IGNORE INTO queue SELECT 0, authority, rank, id FROM seeds WHERE status = 1 AND "
        "queued = 1");
    db.run("DELETE FROM counts");
    db.run("INSERT INTO counts " LAUNDROMAT_COUNT_RECORDS);
  });
}

struct damage_search::state {
  using clock = std::chrono::steady_clock;

  std::size_t limit;
  clock::time_point begun = clock::now();
  std::atomic<clock::duration> took{};
  std::vector<std::future<result<std::vector<std::string>>>> parts;  ///< in the order of their findings
};

damage_search::damage_search(const std::function<result<journal>()>& open, std::size_t limit)
    : state_(std::make_unique<state>()) {
  const auto search = [open, limit, s = state_.get()](journal::damage_scope scope) {
    auto from = open();
    auto found = from ? from->find_damage(limit, scope) : tl::unexpected<failure>(from.error());
    const auto took = state::clock::now() - s->begun;
    for (auto longest = s->took.load(); took > longest && !s->took.compare_exchange_weak(longest, took);) {
    }
    return found;
  };
  state_->limit = limit;
  for (const auto scope :
       {journal::damage_scope::pages, journal::damage_scope::indexes, journal::damage_scope::records})
    state_->parts.push_back(std::async(std::launch::async, search, scope));
}

damage_search::~damage_search() = default;

milliseconds damage_search::took() const {
  return std::chrono::duration_cast<milliseconds>(state_->took.load());
}

result<std::vector<std::string>> damage_search::finish() {
  std::vector<std::string> found;
  result<void> done;
  for (auto& part : state_->parts) {
    auto some = part.get();
    if (!some && done) done = tl::unexpected(some.error());
    if (!some) continue;
    for (auto& one : *some)
      if (found.size() < state_->limit && !is_reported(one, found)) found.push_back(std::move(one));
  }
  return done ? result<std::vector<std::string>>{std::move(found)} : tl::unexpected(done.error());
}

}  // namespace laundromat
