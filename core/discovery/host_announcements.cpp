// Forms the announcements of a host.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/host_announcements.hpp"

#include <algorithm>

#include "core/web/uri.hpp"

namespace laundromat {

announcements sitemaps_of_robots(std::string_view robots_uri, const std::vector<std::string>& sitemaps) {
  announcements found;
  announcement_limits limits;
  std::vector<std::string> seen;
  for (const auto& one : sitemaps) {
    announcement a{resolve_iri(robots_uri, one), announced_as::sitemap};
    if (std::ranges::find(seen, a.uri) != seen.end()) continue;
    seen.push_back(a.uri);
    a.by = "Sitemap in " + std::string{robots_uri};
    announce(found, limits, std::move(a));
  }
  return found;
}

announcement well_known_void(std::string_view uri) {
  announcement a{resolve_iri(uri, "/.well-known/void"), announced_as::description};
  a.by = "usual place of VoID";
  a.change_interval = seconds{30 * 86'400};  // most hosts have none
  return a;
}

}  // namespace laundromat
