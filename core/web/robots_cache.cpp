// Computes when a robots.txt is read again, and how long it is valid.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots_cache.hpp"

namespace laundromat {

void robots_memory::note(robots_access answer, timestamp now) {
  tried_at = now;
  if (answer == robots_access::disallow_all) {
    if (failures++ == 0) failing_since = now;
    return;
  }
  read_at = now;
  access = answer;
  failing_since = timestamp{};
  failures = 0;
}

timestamp robots_memory::next_fetch(const robots_cache_policy& policy) const {
  if (failures > 0)
    return tried_at + (failures <= policy.quick_retries ? policy.quick_retry : policy.slow_retry);
  return read_at == timestamp{} ? timestamp{} : read_at + policy.fresh;
}

robots_access robots_memory::access_at(timestamp now, const robots_cache_policy& policy) const {
  if (failures == 0) return access;
  if (now - failing_since < policy.forgiven) return robots_access::disallow_all;
  return read_at == timestamp{} ? robots_access::allow_all : access;
}

}  // namespace laundromat
