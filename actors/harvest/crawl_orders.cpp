// Lists seeds, and makes them due.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/crawl_orders.hpp"

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
  if (!crawl.is_known) return crawls_.enlist(uri, step_.begun());
  const auto due = crawls_.make_due(seed_hash(uri), step_.begun());
  if (!due && due.error().code != errc::not_found) return tl::unexpected(due.error());
  return {};
}

void crawl_orders::wait_for_begin(const seed_crawl& crawl, timestamp ordered) {
  if (!crawl.is_running && !is_refused(crawl) && step_.begun() - ordered < begins_within)
    step_.continue_next();
}

}  // namespace laundromat
