// Which URIs a sitemap may list: those of its own host and folder, and of hosts whose robots.txt names it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"

namespace laundromat {

enum class listing_verdict : std::uint8_t {
  own,              ///< of the same scheme and host, below the folder of the sitemap
  cross_submitted,  ///< robots.txt of its host names the sitemap
  other_scheme,     ///< of the same host, with another scheme or port
  outside_folder,   ///< of the same host, but not below the folder of the sitemap
  other_host,       ///< of a host that does not name the sitemap, or no URI with a host
};

/// Judges one URI. `named_by_target` are the sitemaps that robots.txt of the host of `listed` names; empty when it has none, or is not known.
/// Source: sitemaps.org/protocol.html "Sitemap file location", "Sitemaps & Cross Submits".
[[nodiscard]] listing_verdict may_list(std::string_view sitemap, std::string_view listed,
                                       std::span<const std::string> named_by_target);
/// Whether a URI with this verdict is used: many sites list pages above the folder of their sitemap, and pages of http in a sitemap of https.
[[nodiscard]] constexpr bool is_used(listing_verdict verdict) {
  return verdict != listing_verdict::other_host;
}

/// Returns the sitemaps that robots.txt of a host names, by the `authority_key` of the host.
using sitemaps_of_host = std::function<std::span<const std::string>(std::string_view authority_key)>;

/// Removes what the sitemap at `sitemap` must not list, each with a defect `outside_uri_space`; a URI outside of the folder that is kept has the same defect
/// once for the document. Returns what it has removed. Judged are pages, sitemaps, alternates and next pages; dumps, endpoints, samples, enclosures and joins may be anywhere.
std::vector<announcement> keep_listed(announcements& found, std::string_view sitemap,
                                      const sitemaps_of_host& named, const announcement_limits& limits);

}  // namespace laundromat
