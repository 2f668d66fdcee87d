// The tables of the full-text index, and how they follow the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "storage/journal/source_fault.hpp"
#include "storage/journal/sqlite.hpp"
#include "storage/search/search_source.hpp"

namespace laundromat {

/// Whether the index has this version, and what it says about the rows of the journal is true. Creates the tables in an empty file. Throws
/// `source_fault` for a database of another program, and when SQLite has no FTS5.
[[nodiscard]] bool is_index_of(database& db, search_source& from);

/// The row of a record in the full-text table. A changed dataset gets another number, which the table `datasets` has.
[[nodiscard]] constexpr std::int64_t index_row(found_kind kind, std::int64_t number) {
  return number * 4 + static_cast<std::int64_t>(kind);
}

/// Adds what is new in the journal: seeds and entries with greater rows; seeds in gaps between these, which a list fills later;
/// entries that are finished now; and the datasets of the seeds of these. Throws `storage_fault`, `source_fault`.
class search_update {
 public:
  search_update(database& db, search_source& from, std::size_t batch_rows)
      : db_(db), from_(from), batch_rows_(batch_rows) {}

  /// One transaction; false: that was all.
  bool step();

 private:
  struct state {
    std::int64_t seed = 0, entry = 0;  ///< the greatest rows that were read
    record_hash seed_hash, entry_hash;
    std::int64_t dataset_rows = 0;  ///< how many numbers of datasets were used
  };

  void read_state();
  void write_state();
  /// Reads gaps, once.
  void begin();
  bool add_seeds();
  bool finish_entries();
  bool add_entries();
  void add_datasets();
  void add_seed(const source_seed& seed);
  void add_entry(const source_entry& entry);
  void add(std::int64_t row, std::string_view title, std::string_view uris, std::string_view about);

  database& db_;
  search_source& from_;
  std::size_t batch_rows_;
  state now_;
  bool has_begun_ = false;
  std::int64_t checked_ = 0, last_unfinished_ = 0;  ///< unfinished entries that were read, and are to be read
  std::set<std::int64_t> finished_;                 ///< seeds with entries that were finished in this step
};

}  // namespace laundromat
