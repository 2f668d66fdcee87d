// URI spaces of sitemaps: which URIs a sitemap speaks for, who publishes them, and which spaces are joined.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"

namespace laundromat {

/// The URI space of a sitemap: all URIs that begin with the folder of its own address. Scheme, host and port are compared, too, with the default port
/// filled in; percent-encoding and dot segments are normalised. Empty for an address without host.
[[nodiscard]] std::string uri_space_of(std::string_view sitemap);
[[nodiscard]] bool is_in_uri_space(std::string_view sitemap, std::string_view uri);
/// The folders around a URI in the same form, the longest first: those that a sitemap with this URI in its space can have. None for one without host.
[[nodiscard]] std::vector<std::string> folders_around(std::string_view uri);

/// What one sitemap says about itself.
struct sitemap_claims {
  std::string uri;             ///< its address
  std::string authority = {};  ///< `announcements::authority`
  std::vector<std::string> sub_sitemaps = {}, parent_sitemaps = {};
  /// The sitemap indexes that list it, of those that robots.txt of its host names. Only by them a space is delegated (M24).
  std::vector<std::string> listed_by = {};

  friend bool operator==(const sitemap_claims&, const sitemap_claims&) = default;
};

/// The claims in what a sitemap announces.
[[nodiscard]] sitemap_claims claims_of(std::string_view uri, const announcements& found,
                                       std::vector<std::string> listed_by);

/// Whether one sitemap names the other as its sub-sitemap.
enum class join_verdict : std::uint8_t {
  none,         ///< neither names the other
  joined,       ///< one names the other in `sc:subSitemap`, which names it in return in `sc:parentSitemap`
  unconfirmed,  ///< only one names the other; anybody could claim that
};
/// Source: Semantic Sitemaps section 4.5, "Joining URI spaces" (M25).
[[nodiscard]] join_verdict judge_join(const sitemap_claims& a, const sitemap_claims& b);

/// Answers whose a URI is, from all sitemaps that were read; what one document alone may say is in `speaks_for.hpp`. Memory: the claims. Source: Semantic Sitemaps section 4.5 (M22 to M26).
class uri_spaces {
 public:
  explicit uri_spaces(std::vector<sitemap_claims> sitemaps);

  /// The sitemap in whose space a URI is: the one with the longest folder, when one sitemap index lists it together with the sitemap around it; else
  /// that one. Null for none. Of several in one folder, the first.
  [[nodiscard]] const sitemap_claims* sitemap_of(std::string_view uri) const;
  /// The IRI of who publishes a document, as in an implied statement `dc:publisher` (M23); empty for none, and where sitemaps of one folder name different
  /// ones. Publishing is not endorsing.
  [[nodiscard]] std::string_view publisher_of(std::string_view document) const;
  /// The folder of the space of a URI, as of `uri_space_of`; empty for none.
  [[nodiscard]] std::string_view folder_of(std::string_view uri) const;
  /// The first folder, in the order of their bytes, of the spaces that are joined with that of a URI: two URIs with the same have one owner. What an endpoint or dump
  /// says about a URI comes from its owner when both have the same, even if the URI itself cannot be resolved (M26). Empty for none.
  [[nodiscard]] std::string_view owner_of(std::string_view uri) const;
  /// Whether the space of these sitemaps counts: no other one is around it, or it is delegated. `folder` as of `uri_space_of`.
  [[nodiscard]] bool is_honoured(std::string_view folder) const;

 private:
  struct space {
    std::vector<std::size_t> sitemaps;  ///< in `sitemaps_`
    bool is_honoured = false;
    std::size_t group = 0;        ///< spaces with the same number are joined
    std::string_view owner = {};  ///< the first folder with this number
  };

  void judge_delegation();
  void join_spaces();
  using named_space = std::map<std::string, space, std::less<>>::value_type;
  [[nodiscard]] const named_space* space_of(std::string_view uri) const;

  std::vector<sitemap_claims> sitemaps_;
  std::map<std::string, space, std::less<>> spaces_;  ///< by `uri_space_of`
};

/// Whether the dataset claims to describe the URI, because it is below one of its prefixes.
[[nodiscard]] bool claims(const announced_dataset& dataset, std::string_view uri);

}  // namespace laundromat
