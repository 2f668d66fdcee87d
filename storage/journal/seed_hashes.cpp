// Stores hashes of seeds in buckets, and merges them in their order.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/seed_hashes.hpp"

#include <algorithm>
#include <bit>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

namespace {

constexpr std::size_t hash_bytes = sizeof(record_hash), row_bytes = 5, entry_size = hash_bytes + row_bytes;
constexpr std::uint64_t usual_bucket = 32;
constexpr unsigned place_bits = 32;

/// The first 32 bits.
std::uint64_t first_bits(const record_hash& hash) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 4; ++i) bits = bits << 8U | hash.bytes[i];
  return bits;
}

std::uint64_t bucket_of(const record_hash& hash, unsigned bits) {
  return first_bits(hash) >> (place_bits - bits);
}

std::int64_t place_of(row_id run, std::uint64_t bucket) {
  return run << place_bits | static_cast<std::int64_t>(bucket);
}

void append_entry(std::string& to, const hash_entry& entry) {
  to += entry.hash.view();
  for (std::size_t i = row_bytes; i-- > 0;)
    to += static_cast<char>(static_cast<std::uint64_t>(entry.seed) >> (8 * i));
}

hash_entry entry_at(std::string_view entries, std::size_t number) {
  const auto* at = entries.data() + number * entry_size;
  hash_entry entry;
  std::memcpy(entry.hash.bytes.data(), at, hash_bytes);
  for (std::size_t i = 0; i < row_bytes; ++i)
    entry.seed = entry.seed << 8U | static_cast<unsigned char>(at[hash_bytes + i]);
  return entry;
}

row_id row_in_bucket(std::string_view entries, const record_hash& hash) {
  std::size_t low = 0, high = entries.size() / entry_size;
  while (low < high) {
    const auto middle = (low + high) / 2;
    const auto order = std::memcmp(entries.data() + middle * entry_size, hash.bytes.data(), hash_bytes);
    if (order == 0) return entry_at(entries, middle).seed;
    (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
  }
  return 0;
}

}  // namespace

void define_seed_row(database& db) {
  db.define_number("seed_row", [&db](std::string_view bytes) {
    const auto hash = record_hash::from_bytes(bytes);
    return hash ? row_of_seed(db, *hash) : 0;
  });
}

row_id row_of_seed(database& db, const record_hash& hash) {
  {
    auto c = db.query("SELECT seed FROM seed_hashes WHERE hash = ?1", hash);
    if (c.next()) return c.integer(0);
  }
  auto runs = db.query("SELECT run, bits FROM hash_runs WHERE state = 1 ORDER BY run DESC");
  while (runs.next()) {
    auto c = db.query("SELECT entries FROM hash_buckets WHERE place = ?1",
                      place_of(runs.integer(0), bucket_of(hash, runs.as<unsigned>(1))));
    if (!c.next()) continue;
    if (const auto row = row_in_bucket(c.bytes(0), hash); row != 0) return row;
  }
  return 0;
}

void add_seed_hash(database& db, const record_hash& hash, row_id seed) {
  db.run("INSERT INTO seed_hashes VALUES (?1, ?2)", hash, seed);
}

std::vector<hash_run> used_hash_runs(database& db) {
  std::vector<hash_run> runs;
  auto c =
      db.query("SELECT run, bits, seeds FROM hash_runs WHERE state = ?1 ORDER BY run DESC", run_state::used);
  while (c.next()) runs.push_back({c.integer(0), c.as<unsigned>(1), c.as<std::uint64_t>(2)});
  return runs;
}

unsigned bucket_bits(std::uint64_t seeds) {
  return std::min<unsigned>(static_cast<unsigned>(std::bit_width(seeds / usual_bucket)), place_bits);
}

void add_hash_run(database& db, std::span<const hash_entry> sorted) {
  if (sorted.empty()) return;
  const auto bits = bucket_bits(sorted.size());
  db.run("INSERT INTO hash_runs (bits, seeds, state) VALUES (?1, ?2, ?3)", bits, sorted.size(),
         run_state::used);
  hash_run_writer to{db, db.last_row(), bits};
  for (const auto& entry : sorted) to.add(entry);
  to.finish();
}

void hash_run_writer::add(const hash_entry& entry) {
  const auto bucket = bucket_of(entry.hash, bits_);
  if (bucket != bucket_) finish();
  bucket_ = bucket;
  append_entry(entries_, entry);
}

void hash_run_writer::finish() {
  if (entries_.empty()) return;
  db_.run("INSERT INTO hash_buckets VALUES (?1, ?2)", place_of(run_, bucket_), blob{entries_});
  entries_.clear();
}

/// One run or the table, read piece by piece.
struct hash_stream::source {
  database& db;
  hash_run run;          ///< 0: the table
  row_id young_end = 0;  ///< of the table
  std::string read = {};
  std::size_t at = 0;
  bool is_at_end = false;
  std::int64_t next_place = 0;
  int piece =
      1;  ///< how many buckets are read next: the more, the longer buckets were read one after another
  record_hash next_hash = {};  ///< of the table
  hash_entry current = {};

  /// Sets `current`, or `is_at_end`.
  void advance() {
    if (at == read.size() / entry_size) {
      read.clear();
      at = 0;
      run.run == 0 ? read_table() : read_buckets();
    }
    is_at_end = read.empty();
    if (!is_at_end) current = entry_at(read, at++);
  }

  void begin_at(const record_hash& hash) {
    read.clear();
    at = 0;
    next_hash = hash;
    next_place = place_of(run.run, bucket_of(hash, run.bits));
    piece = 1;
    do advance();
    while (!is_at_end && current.hash < hash);
  }

  /// Goes on to the first entry that is not before `hash`.
  void skip_to(const record_hash& hash) {
    while (!is_at_end && current.hash < hash) {
      const auto count = read.size() / entry_size;
      if (count > 0 && !(entry_at(read, count - 1).hash < hash)) return skip_within(hash);
      if (run.run == 0 || place_of(run.run, bucket_of(hash, run.bits)) >= next_place + 2 * piece)
        return begin_at(hash);
      at = count;
      advance();
    }
  }

  /// The entry is among those that were read, and mostly near.
  void skip_within(const record_hash& hash) {
    const auto count = read.size() / entry_size;
    const auto is_before = [&](std::size_t number) {
      return std::memcmp(read.data() + number * entry_size, hash.bytes.data(), hash_bytes) < 0;
    };
    std::size_t step = 1;
    while (at + step < count && is_before(at + step)) at += step, step *= 2;
    for (auto end = std::min(at + step, count - 1); at < end;) {
      const auto middle = (at + end) / 2;
      is_before(middle) ? at = middle + 1 : end = middle;
    }
    current = entry_at(read, at++);
  }

  void read_buckets() {
    constexpr int most = 200;
    auto c = db.query(
        "SELECT place, entries FROM hash_buckets WHERE place >= ?1 AND place < ?2 ORDER BY place LIMIT ?3",
        next_place, place_of(run.run + 1, 0), piece);
    piece = std::min(2 * piece, most);
    while (c.next()) {
      read += c.bytes(1);
      next_place = c.integer(0) + 1;
    }
  }

  void read_table() {
    if (young_end == 0) return;
    hash_entry entry;
    auto c = db.query(
        "SELECT hash, seed FROM seed_hashes WHERE hash >= ?1 AND seed <= ?2 ORDER BY hash LIMIT 5000",
        next_hash, young_end);
    while (c.next()) {
      entry = {c.digest<record_hash>(0), c.integer(1)};
      append_entry(read, entry);
    }
    if (read.empty()) return;
    next_hash = entry.hash;
    auto& bytes = next_hash.bytes;
    for (auto byte = bytes.rbegin(); byte != bytes.rend() && ++*byte == 0;) ++byte;
    if (next_hash.is_null()) young_end = 0;  // the last hash was the greatest
  }
};

hash_stream::hash_stream(database& db, std::vector<hash_run> runs, row_id young_end) {
  for (const auto& run : runs) sources_.push_back(std::make_unique<source>(source{db, run}));
  if (young_end != 0) sources_.push_back(std::make_unique<source>(source{db, {}, young_end}));
  for (auto& one : sources_) one->begin_at({});
  settle();
}

hash_stream::~hash_stream() = default;
hash_stream::hash_stream(hash_stream&&) noexcept = default;
hash_stream& hash_stream::operator=(hash_stream&&) noexcept = default;

const hash_entry* hash_stream::current() const {
  return first_ ? &first_->current : nullptr;
}

void hash_stream::settle() {
  first_ = nullptr;
  for (auto& one : sources_)
    if (!one->is_at_end && (!first_ || one->current < first_->current)) first_ = one.get();
}

void hash_stream::next() {
  const auto last = first_->current;
  for (auto& one : sources_)
    while (!one->is_at_end && one->current == last) one->advance();
  settle();
}

void hash_stream::skip_to(const record_hash& hash) {
  for (auto& one : sources_) one->skip_to(hash);
  settle();
}

bool seed_hashes_match(database& db) {
  constexpr row_id all = std::int64_t{1} << 62U;
  std::string bytes;
  const auto sum_of = [&](const hash_entry& entry) {
    bytes.clear();
    append_entry(bytes, entry);
    return keyed_hash(bytes);
  };
  std::uint64_t sum = 0;
  hash_entry last;
  for (hash_stream found{db, used_hash_runs(db), all}; const auto* entry = found.current(); found.next()) {
    if (last.seed != 0 && entry->hash == last.hash) return false;
    last = *entry;
    sum += sum_of(last);
  }
  auto c = db.query("SELECT hash, id FROM seeds NOT INDEXED");
  while (c.next()) sum -= sum_of({c.digest<record_hash>(0), c.integer(1)});
  return sum == 0;
}

void find_seed_hashes_anew(database& db) {
  for (const auto* sql : {"DELETE FROM hash_buckets", "DELETE FROM hash_runs", "DELETE FROM seed_hashes",
                          "INSERT OR IGNORE INTO seed_hashes SELECT hash, id FROM seeds ORDER BY hash, id"})
    db.run(sql);
}

}  // namespace laundromat
