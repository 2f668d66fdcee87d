// Counts per site.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/site_counts.hpp"

namespace laundromat {

bool site_counts::try_add(const ip_address& site) {
  const std::lock_guard lock{mutex_};
  if (total_ >= most_) return false;
  const auto found = of_site_.find(key_of(site));
  if (found != of_site_.end() && found->second >= most_of_site_) return false;
  ++of_site_[key_of(site)];
  ++total_;
  return true;
}

void site_counts::remove(const ip_address& site) {
  const std::lock_guard lock{mutex_};
  const auto found = of_site_.find(key_of(site));
  if (found == of_site_.end()) return;
  --total_;
  if (--found->second == 0) of_site_.erase(found);
}

std::size_t site_counts::total() const {
  const std::lock_guard lock{mutex_};
  return total_;
}

}  // namespace laundromat
