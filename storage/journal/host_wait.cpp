// Compares the two waits of a host.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/host_wait.hpp"

#include <algorithm>

#include "core/web/host_robots.hpp"

namespace laundromat {

std::optional<waiting_host> wait_for_robots(const stored_robots& robots, timestamp now) {
  if (robots.expires <= now || robots.status.empty()) return std::nullopt;
  const auto why = errc_from_name(robots.status.substr(0, robots.status.find(": ")));
  const auto access = access_from_status(why.value_or(errc::ok), why ? 0 : status_number(robots.status));
  if (access != robots_access::disallow_all) return std::nullopt;
  if (robots.failing_since != timestamp{} && now - robots.failing_since >= robots_cache_policy{}.forgiven)
    return std::nullopt;
  return waiting_host{robots.authority, errc::robots_unreachable,
                      why ? robots.status : "http_status " + robots.status, robots.expires};
}

std::optional<waiting_host> wait_of(const stored_host& host, const stored_robots& robots, timestamp now) {
  auto of_robots = wait_for_robots(robots, now);
  const auto until = std::max(host.next_allowed, host.suspended_until);
  if (until <= now || (of_robots && of_robots->until > until)) return of_robots;
  return waiting_host{host.authority, host.suspended_until > now ? errc::host_suspended : host.waits_for,
                      host.detail, until};
}

}  // namespace laundromat
