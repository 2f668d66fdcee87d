// The queue of due seeds, ordered by host: it passes over a host that waits in one step, however many seeds it has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/records/records.hpp"
#include "storage/journal/row_numbers.hpp"

namespace laundromat {

/// Where the next selection goes on, so that all hosts have their turn.
struct seed_round {
  row_id next_host = 0;       ///< of due seeds
  row_id next_late_host = 0;  ///< of seeds that are due and not in the queue yet
  bool first_wait = false;    ///< the first seeds of all waited for their hosts
};

/// The place of a seed among those of its host, as the column `rank`: the lower, the earlier. A first crawl comes before all others but those of a much higher
/// priority: else the seeds of a list that is longer than its interval would keep all that is found waiting for ever.
[[nodiscard]] inline std::int64_t rank_of(const seed_record& seed) {
  constexpr std::int64_t behind_first_crawls = 1'000;
  return (seed.crawls > 0 ? behind_first_crawls : 0) - seed.priority;
}

struct queued_seed {
  std::int64_t rank = 0;  ///< see `rank_of`
  row_id seed = 0;

  friend auto operator<=>(const queued_seed&, const queued_seed&) = default;
};

/// Passes over the hosts with seeds in the queue, in the order of their rows in `authorities`. The queue must not change meanwhile. Each run is
/// read in pieces of `piece` rows. An entry of the queue may have no seed, or one that is not due; none is missing.
class host_walk {
 public:
  /// Begins with the first host that is not before `from`.
  host_walk(database& db, row_id from);

  /// Goes on to the next host; false when there is none.
  [[nodiscard]] bool next();
  /// The host; valid after `next`.
  [[nodiscard]] row_id host() const { return host_; }
  /// The first seeds of the host in their order, at most `most`.
  [[nodiscard]] std::vector<queued_seed> first_seeds(std::size_t most) const;

 private:
  static constexpr int piece = 24;
  struct queue_entry {
    row_id host;
    queued_seed seed;
  };
  struct queue_run {
    row_id run = 0;
    std::vector<queue_entry> read = {};
    std::size_t at = 0;
    bool is_whole = false;  ///< nothing is behind what was read
  };
  void read_from(queue_run& run, row_id from);

  database& db_;
  std::vector<queue_run> runs_;
  row_id host_ = -1;
};

/// Puts seeds into the queue that are due at `now` and whose host `may_go`, at most `most`, those that have waited longest first as far as few others
/// are before them. Returns how many.
[[nodiscard]] std::size_t queue_due_seeds(database& db, seed_round& round, timestamp now, std::size_t most,
                                          const std::function<bool(std::string_view)>& may_go);

}  // namespace laundromat
