// Whose a URI is, with each step that leads to the answer, and each claim that does not count.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/sitemap/known_sitemaps.hpp"

namespace laundromat {

/// What a step is about.
enum class chain_link : std::uint8_t {
  robots,      ///< robots.txt of the host, and the sitemaps that it names
  index,       ///< a sitemap index, and what it lists
  space,       ///< the outermost sitemap around the URI
  delegation,  ///< a sitemap in a folder inside of that space
  authority,   ///< `sc:authority`
  join,        ///< `sc:subSitemap` and `sc:parentSitemap`
  limit,       ///< there is more than was read
};
[[nodiscard]] std::string_view to_string(chain_link link);

struct chain_step {
  chain_link link{};
  bool counts = true;    ///< false: a claim that nothing follows from, and the sentence says why
  std::string sentence;  ///< for people; strangers wrote the URIs in it
  timestamp read{};      ///< when the file that says so was read; the epoch: never

  friend bool operator==(const chain_step&, const chain_step&) = default;
};

/// Whose a URI is.
struct authority_account {
  std::string uri;
  std::string folder;     ///< the URI space, as of `uri_space_of`; empty: no sitemap is known around the URI
  std::string sitemap;    ///< whose space it is
  std::string publisher;  ///< its `sc:authority`; empty: it names none
  std::vector<std::string> joined;  ///< the folders of the spaces that are joined with it
  std::vector<chain_step> chain;
};

/// Explains the answer of `uri_spaces` from what is known. Source: Semantic Sitemaps section 4.5 (M22 to M25, M32).
[[nodiscard]] authority_account explain_authority(const known_sitemaps& known, std::string_view uri);

}  // namespace laundromat
