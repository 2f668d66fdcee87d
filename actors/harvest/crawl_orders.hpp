// Lets the engine crawl the VoID files and dumps of a harvest, which are seeds as all others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "actors/harvest/harvest_step.hpp"
#include "storage/graphs/seed_crawl.hpp"

namespace laundromat {

/// Used by one thread. Errors: those of the journal.
class crawl_orders {
 public:
  /// What is referred to outlives it. `due_since`: what is ordered is due since then, where that is before the step; with `--once` the begin of the run, which does not crawl what
  /// becomes due in it.
  crawl_orders(journal& db, harvest_step& step, timestamp due_since = timestamp::max())
      : crawls_(db), step_(step), due_since_(due_since) {}

  [[nodiscard]] result<seed_crawl> newest_of(const std::string& uri);
  /// Makes a URI due, whose newest crawl is `crawl`; one that is not on the list yet is added. Errors: also why it is never crawled, when it is added.
  [[nodiscard]] result<void> order(const std::string& uri, const seed_crawl& crawl);
  /// Of a URI that was ordered, and whose newest crawl began before that. A run does not end before the ordered one has begun, unless that takes long, as with a host that
  /// waits. A crawl that had begun and was not known yet may have taken the place of the ordered one: then it is ordered again, once: a seed has one crawl at a time.
  [[nodiscard]] result<void> wait_for_begin(const std::string& uri, const seed_crawl& crawl);

 private:
  struct placed_order {
    timestamp at{};
    timestamp newest{};  ///< begin of the newest crawl that was known
    bool is_repeated = false;
  };
  seed_crawls crawls_;
  harvest_step& step_;
  timestamp due_since_;
  std::map<record_hash, placed_order> placed_;  ///< by URI, in this run
};

/// Whether a seed is refused, by robots.txt for example: it has failed without a crawl.
[[nodiscard]] inline bool is_refused(const seed_crawl& crawl) {
  return crawl.has_failed && crawl.begun == timestamp{};
}

}  // namespace laundromat
