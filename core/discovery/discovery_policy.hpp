// Which announced URIs a campaign follows: the kinds, the traps, and the limits per document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/discovery/scope.hpp"
#include "core/web/politeness.hpp"
#include "core/web/trap_limits.hpp"

namespace laundromat {

/// The kinds of announcements that are followed.
using followed_kinds = std::bitset<static_cast<std::size_t>(announced_as::last) + 1>;

[[nodiscard]] inline bool follows(const followed_kinds& kinds, announced_as kind) {
  return static_cast<std::size_t>(kind) < kinds.size() && kinds[static_cast<std::size_t>(kind)];
}
[[nodiscard]] followed_kinds kinds_of(const std::vector<announced_as>& kinds);

/// Which of several announced ways to a dataset are taken.
enum class followed_ways : std::uint8_t {
  cheapest = 1,  ///< the one that takes least
  all = 2,
};

/// What an engine does with announcements.
struct discovery_policy {
  followed_kinds follow;
  discovery_scope scope = discovery_scope{};
  bool ftp = false;  ///< URIs of FTP are followed, too
  followed_ways ways = followed_ways::cheapest;
  host_policy usual_host = {};              ///< by which the time of a way is predicted
  bool other_formats = false;               ///< also what is announced as a format without RDF: CSV, PDF
  trap_limits traps = {};                   ///< `depth`: documents between a seed of the list and this URI
  std::uint64_t per_document = 10'000;      ///< new seeds of one document that is no sitemap
  std::uint64_t per_host = 100'000;         ///< URIs found at one host, by all documents together
  std::uint64_t per_domain = 1'000'000;     ///< URIs found at all hosts of one registrable domain
  std::vector<std::string> own_bases = {};  ///< prefixes of what this engine publishes itself
  /// Of found seeds: the usual one, and the shortest that an announced frequency of change leads to.
  seconds interval{86'400}, shortest_interval{3'600};
};

/// What is known about the place of an announcement.
struct announcement_place {
  std::uint32_t depth = 0;            ///< of the announcing document: 0 for a seed of the list
  std::uint64_t new_of_document = 0;  ///< new seeds that the document has announced before this URI
  std::uint64_t found_at_host = 0;    ///< URIs found at the host of the announced URI so far
  std::uint64_t found_at_domain = 0;  ///< at all hosts of its registrable domain
  bool is_listing = false;            ///< the document is a sitemap or feed, with limits of its own
};

/// Whether an announced URI becomes a seed. Codes: `ok`; `kind_not_followed`; `own_output`; `out_of_scope`; `non_rdf_format`; `trap_suspected`;
/// `announcement_limit` beyond `per_document`; `budget_used` beyond `per_host` or `per_domain`.
[[nodiscard]] errc judge_announcement(const announcement& one, const announcement_place& place,
                                      const discovery_policy& policy);

/// Whether a redirect of a found seed is followed: `ok`, `own_output` or `out_of_scope`. A seed of a list may redirect anywhere.
[[nodiscard]] errc judge_redirect_of_found(std::string_view target, const discovery_policy& policy);

/// The depth of a URI that a document at depth `of_document` announces. Further pages and sitemaps of a list are as deep as the list, so that
/// a list of any length is read whole; `per_host` ends an endless one.
[[nodiscard]] std::uint32_t depth_of_announced(announced_as kind, std::uint32_t of_document);

/// The time after which a found seed is due again: as announced, within the bounds of the campaign (L17).
[[nodiscard]] seconds interval_of_announced(const announcement& one, const discovery_policy& policy);

/// The priority of a found seed: negative, so that listed seeds come first, unless a publisher asked for it; lists and dumps before single documents, and within a site by its own
/// priorities (T02).
[[nodiscard]] std::int32_t priority_of_announced(const announcement& one, std::uint32_t depth);

}  // namespace laundromat
