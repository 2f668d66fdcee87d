// What a host announces without a document: the sitemaps in its robots.txt, and its usual places.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"

namespace laundromat {

/// The Sitemap lines of the robots.txt at `robots_uri`, each once; a relative one is resolved, although RFC 9309 section 2.2.4 wants it absolute.
[[nodiscard]] announcements sitemaps_of_robots(std::string_view robots_uri,
                                               const std::vector<std::string>& sitemaps);
/// `/.well-known/void` of the host of `uri` (https://www.w3.org/TR/void/ section 7.2).
[[nodiscard]] announcement well_known_void(std::string_view uri);

}  // namespace laundromat
