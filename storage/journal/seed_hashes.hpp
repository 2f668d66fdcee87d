// Finds seeds by their hash: the newest hashes in a small table, all others in sorted runs, which are written once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "storage/journal/row_numbers.hpp"

namespace laundromat {

struct hash_entry {
  record_hash hash;
  row_id seed = 0;

  friend auto operator<=>(const hash_entry&, const hash_entry&) = default;
};

/// The function of SQL `seed_row(hash)`, which finds the row of a seed, for the statements of this connection. `db` stays at its address.
void define_seed_row(database& db);

/// The row of the seed with a hash; 0: there is none. Costs one step for the table and one for each run.
[[nodiscard]] row_id row_of_seed(database& db, const record_hash& hash);
/// Adds a hash that there is not.
void add_seed_hash(database& db, const record_hash& hash, row_id seed);
/// Adds hashes that there are not, as a run. They are in their order.
void add_hash_run(database& db, std::span<const hash_entry> sorted);

/// The states of a run; the numbers are stored.
enum class run_state : std::uint8_t { written = 0, used = 1, removed = 2 };

/// A run, as the table `hash_runs` has it.
struct hash_run {
  row_id run = 0;
  unsigned bits = 0;
  std::uint64_t seeds = 0;
};
/// The runs that are used, the newest first.
[[nodiscard]] std::vector<hash_run> used_hash_runs(database& db);
/// The bits that number the buckets of a run: a bucket then has some 32 entries, which fit into one page.
[[nodiscard]] unsigned bucket_bits(std::uint64_t seeds);

/// Writes a run, bucket by bucket, from entries in the order of hashes.
class hash_run_writer {
 public:
  hash_run_writer(database& db, row_id run, unsigned bits) : db_(db), run_(run), bits_(bits) {}

  void add(const hash_entry& entry);
  /// Writes the last bucket.
  void finish();

 private:
  database& db_;
  row_id run_;
  unsigned bits_;
  std::uint64_t bucket_ = 0;
  std::string entries_;
};

/// All entries of runs, and of the table up to a seed, in the order of hashes; one that is there twice is given once. Between two calls the runs
/// must stay, and transactions may end. Memory: 200 KB a run.
class hash_stream {
 public:
  /// `young_end` 0: without the table.
  hash_stream(database& db, std::vector<hash_run> runs, row_id young_end);
  ~hash_stream();
  hash_stream(hash_stream&&) noexcept;
  hash_stream& operator=(hash_stream&&) noexcept;

  /// The present entry; null behind the last one.
  [[nodiscard]] const hash_entry* current() const;
  void next();
  /// Goes on to the first entry that is not before `hash`.
  void skip_to(const record_hash& hash);

 private:
  struct source;
  void settle();

  std::vector<std::unique_ptr<source>> sources_;
  source* first_ = nullptr;  ///< that has the present entry
};

/// Whether the hashes are those of the seeds, each once. Reads all of both; memory as `hash_stream`.
[[nodiscard]] bool seed_hashes_match(database& db);
/// Forgets all runs and takes the hashes from the seeds.
void find_seed_hashes_anew(database& db);

}  // namespace laundromat
