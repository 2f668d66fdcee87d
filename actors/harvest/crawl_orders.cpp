// Lists seeds, and makes them due.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/crawl_orders.hpp"

#include <algorithm>

#include "core/web/seed_hash.hpp"

namespace laundromat {

namespace {

constexpr seconds frontier_sees_due{2}, begins_within{30};

}  // namespace

result<seed_crawl> crawl_orders::newest_of(const std::string& uri) {
  return crawls_.of(seed_hash(uri));
}

result<void> crawl_orders::order(const std::string& uri, const seed_crawl& crawl) {
  step_.stay_busy(frontier_sees_due);
  if (!crawl.is_known) {
    if (auto listed = crawls_.enlist(uri, step_.begun()); !listed) return listed;
  } else {
    const auto due = crawls_.make_due(seed_hash(uri), std::min(step_.begun(), due_since_));
    if (!due && due.error().code != errc::not_found) return tl::unexpected(due.error());
  }
  placed_[seed_hash(uri)] = {step_.begun(), crawl.begun, false};
  return {};
}

result<void> crawl_orders::wait_for_begin(const std::string& uri, const seed_crawl& crawl) {
  const auto placed = placed_.find(seed_hash(uri));
  if (placed == placed_.end() || crawl.is_running || is_refused(crawl)) return {};
  if (crawl.begun != placed->second.newest && !placed->second.is_repeated) {
    auto done = order(uri, crawl);
    placed->second.is_repeated = true;
    return done;
  }
  if (step_.begun() - placed->second.at < begins_within) step_.continue_next();
  return {};
}

}  // namespace laundromat
