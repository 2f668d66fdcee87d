// Lets the engine crawl the VoID files and dumps of a harvest, which are seeds as all others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "actors/harvest/harvest_step.hpp"
#include "storage/graphs/seed_crawl.hpp"

namespace laundromat {

/// Used by one thread. Errors: those of the journal.
class crawl_orders {
 public:
  /// What is referred to outlives it.
  crawl_orders(journal& db, harvest_step& step) : crawls_(db), step_(step) {}

  [[nodiscard]] result<seed_crawl> newest_of(const std::string& uri);
  /// Makes a URI due, whose newest crawl is `crawl`; one that is not on the list yet is added. Errors: also why it is never crawled, when it is added.
  [[nodiscard]] result<void> order(const std::string& uri, const seed_crawl& crawl);
  /// A run does not end before what was ordered at `ordered` has begun, unless that takes long, as with a host that waits.
  void wait_for_begin(const seed_crawl& crawl, timestamp ordered);

 private:
  seed_crawls crawls_;
  harvest_step& step_;
};

/// Whether a seed is refused, by robots.txt for example: it has failed without a crawl.
[[nodiscard]] inline bool is_refused(const seed_crawl& crawl) {
  return crawl.has_failed && crawl.begun == timestamp{};
}

}  // namespace laundromat
