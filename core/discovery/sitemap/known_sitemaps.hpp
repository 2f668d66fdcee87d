// The sitemaps that were read around a URI, with who names and lists them: what is known about whose it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/discovery/sitemap/uri_space.hpp"

namespace laundromat {

/// A sitemap or a sitemap index that was read.
struct known_sitemap {
  std::string uri;         ///< its address, after redirects
  std::string asked = {};  ///< the URI that was requested, where it is another one
  bool is_index = false;
  std::string authority = {};  ///< `announcements::authority`
  std::vector<std::string> sub_sitemaps = {}, parent_sitemaps = {};
  std::vector<std::string> lists =
      {};  ///< of an index: the URIs of sitemaps in it, as far as they are asked for
  std::string refused_authority =
      {};  ///< why an `sc:authority` in it is not used; empty: it has none, or it is used
  timestamp read{};

  friend bool operator==(const known_sitemap&, const known_sitemap&) = default;
};

/// The sitemaps that robots.txt of a host names.
struct known_robots {
  std::string host;  ///< `host:port`
  std::vector<std::string> names;
  timestamp read{};  ///< the epoch: never

  friend bool operator==(const known_robots&, const known_robots&) = default;
};

/// What was read about the owners of URIs.
struct known_sitemaps {
  std::vector<known_sitemap> sitemaps;
  std::vector<known_robots> robots;
  bool is_cut = false;  ///< there is more than the limits allow, so that a join may be missing
};

/// What a document that is a list says about itself as a sitemap; nothing for a feed, which has no URI space. All URIs that an index lists are in `lists`.
[[nodiscard]] std::optional<known_sitemap> known_sitemap_of(std::string_view uri, const announcements& found);

/// Whether a sitemap is named by one of these URIs: by its address, or by the URI that redirects to it.
[[nodiscard]] bool is_named_in(const std::vector<std::string>& uris, const known_sitemap& sitemap);

/// The robots.txt of the host of a URI; null where it is not known.
[[nodiscard]] const known_robots* robots_of(const known_sitemaps& known, std::string_view uri);

/// The claims of the sitemaps that count. An index has no URI space. Of several sitemaps in one folder those count that robots.txt of their host names
/// or an index lists that it names; if there is none, all of them: nobody gets a say in a folder because a server stores or passes on a file there. A
/// name that redirects to a sitemap is one of it.
[[nodiscard]] std::vector<sitemap_claims> claims_of(const known_sitemaps& known);

}  // namespace laundromat
