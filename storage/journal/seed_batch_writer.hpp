// Writes a batch of seeds into the journal, piece by piece, each in a transaction that does not hold up others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/journal_state.hpp"
#include "storage/journal/seed_batch.hpp"

namespace laundromat {

/// The row of a host (`host:port`); 0: there is none.
[[nodiscard]] row_id row_of_host(database& db, std::string_view name);

/// First the names of hosts, then the places in the queue, then the seeds with their hashes. What a crash leaves of the first two says nothing
/// without the seeds. The seeds have reserved rows, so that others can be added meanwhile.
class seed_batch_writer {
 public:
  explicit seed_batch_writer(seed_batch batch);

  /// Writes the next piece within an open group; false when that was the last one.
  bool write_piece(journal_tables& s, timestamp now);
  /// The seeds of the committed pieces, and of the last one.
  [[nodiscard]] const enlisted_counts& counts() const { return counts_; }

 private:
  enum class phase : std::uint8_t { hosts, queue, seeds, done };
  struct queue_place {
    row_id host = 0;
    queued_seed seed;
    friend auto operator<=>(const queue_place&, const queue_place&) = default;
  };

  void begin(database& db);
  void refuse_excluded(const steering_rules& rules);
  void write_hosts(journal_tables& s);
  void write_queue(journal_tables& s, timestamp now);
  void write_seeds(journal_tables& s, timestamp now);
  void end_lists(database& db);
  void insert_seeds(journal_tables& s, timestamp now, const std::vector<std::uint32_t>& numbers);
  void count(journal_tables& s, const std::vector<std::uint32_t>& numbers);
  [[nodiscard]] bool is_queued(const seed_batch::listed& seed, timestamp now) const;
  [[nodiscard]] row_id row_of(std::uint32_t number) const { return first_row_ + number; }

  seed_batch batch_;
  phase phase_ = phase::hosts;
  std::size_t at_ = 0;  ///< in the phase
  std::vector<std::uint32_t>
      hosts_;  ///< the numbers of those whose rows are not known, in the order of their names
  std::vector<queue_place> queue_;
  row_id first_row_ = 0, run_ = 0;  ///< of the seeds, and of their places in the queue
  bool is_alone_ = true;  ///< nobody else has added seeds since the batch was compared with the journal
  enlisted_counts counts_;
};

}  // namespace laundromat
