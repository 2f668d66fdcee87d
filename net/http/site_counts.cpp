// Counts per site.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/site_counts.hpp"

namespace laundromat {

bool site_counts::is_below_limits(const key& site) const {
  if (total_ >= most_) return false;
  const auto found = of_site_.find(site);
  return found == of_site_.end() || found->second < most_of_site_;
}

bool site_counts::has_room(const ip_address& site) const {
  const std::lock_guard lock{mutex_};
  return is_below_limits({site.is_v6, site.bytes});
}

void site_counts::add(const ip_address& site) {
  const std::lock_guard lock{mutex_};
  ++of_site_[{site.is_v6, site.bytes}];
  ++total_;
}

bool site_counts::try_add(const ip_address& site) {
  const std::lock_guard lock{mutex_};
  if (!is_below_limits({site.is_v6, site.bytes})) return false;
  ++of_site_[{site.is_v6, site.bytes}];
  ++total_;
  return true;
}

void site_counts::remove(const ip_address& site) {
  const std::lock_guard lock{mutex_};
  const auto found = of_site_.find({site.is_v6, site.bytes});
  if (found == of_site_.end()) return;
  --total_;
  if (--found->second == 0) of_site_.erase(found);
}

std::size_t site_counts::total() const {
  const std::lock_guard lock{mutex_};
  return total_;
}

}  // namespace laundromat
