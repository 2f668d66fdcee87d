// Judges announced URIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/discovery_policy.hpp"

#include <algorithm>
#include <cmath>

#include "core/discovery/media_hint.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::int32_t priority_per_depth = 100;
constexpr std::int32_t priority_range_of_site = 10;
constexpr seconds longest_announced_interval{365 * 86'400};  // of what is announced never to change
constexpr double usual_priority = 0.5;                       // of the sitemap protocol

/// How much a document of this kind is worth before others of the same depth, in steps of `priority_range_of_site`.
std::int32_t rank_of(announced_as kind) {
  switch (kind) {
    case announced_as::sitemap:
    case announced_as::catalogue:
    case announced_as::description:
    case announced_as::linkset:
    case announced_as::next_page:
      return 4;
    case announced_as::dump:
      return 3;
    case announced_as::alternate:
    case announced_as::other_form:
    case announced_as::archived:
      return 2;
    case announced_as::sample:
    case announced_as::generated:
      return 1;
    default:
      return 0;
  }
}

/// Whether a normalised URI is below a base, in whatever form both are written.
bool is_below(std::string_view uri, const std::vector<std::string>& bases) {
  return std::ranges::any_of(bases, [&](const std::string& written) {
    const auto base = normalize_seed(written);
    const auto place = short_authority(base).value_or("");
    auto root = split_uri(base).path;
    if (root.empty()) root = "/";
    auto path = split_uri(uri).path;
    if (path.empty()) path = "/";
    return !place.empty() && place == short_authority(uri).value_or("") && path.starts_with(root);
  });
}

/// Whether the campaign goes where a normalised URI is.
errc judge_place(std::string_view uri, const discovery_policy& policy) {
  if (is_below(uri, policy.own_bases)) return errc::own_output;
  return policy.scope.judge(uri).is_inside ? errc::ok : errc::out_of_scope;
}

}  // namespace

errc judge_redirect_of_found(std::string_view target, const discovery_policy& policy) {
  return judge_place(normalize_seed(target), policy);
}

followed_kinds kinds_of(const std::vector<announced_as>& kinds) {
  followed_kinds out;
  for (const auto kind : kinds) out.set(static_cast<std::size_t>(kind));
  return out;
}

errc judge_announcement(const announcement& one, const announcement_place& place,
                        const discovery_policy& policy) {
  if (!follows(policy.follow, one.kind)) return errc::kind_not_followed;
  const auto uri = normalize_seed(one.uri);
  if (const auto place_verdict = judge_place(uri, policy); place_verdict != errc::ok) return place_verdict;
  if (!policy.other_formats && hint_of(one.media_type) == rdf_hint::no) return errc::non_rdf_format;
  const auto trap = judge_found_uri(uri, depth_of_announced(one.kind, place.depth), policy.traps);
  if (trap != errc::ok) return trap;
  if (!place.is_listing && place.new_of_document >= policy.per_document) return errc::announcement_limit;
  const bool is_used = place.found_at_host >= policy.per_host || place.found_at_domain >= policy.per_domain;
  return is_used ? errc::budget_used : errc::ok;
}

std::uint32_t depth_of_announced(announced_as kind, std::uint32_t of_document) {
  const bool continues = kind == announced_as::next_page || kind == announced_as::sitemap;
  return of_document + (continues ? 0 : 1);
}

seconds interval_of_announced(const announcement& one, const discovery_policy& policy) {
  if (!one.change_interval) return policy.interval;
  return std::clamp(*one.change_interval, std::min(policy.shortest_interval, longest_announced_interval),
                    longest_announced_interval);
}

std::int32_t priority_of_announced(const announcement& one, std::uint32_t depth) {
  if (one.kind == announced_as::pinged) return priority_range_of_site;  // somebody waits for it
  const auto of_site = std::clamp(one.priority.value_or(usual_priority), 0.0, 1.0);
  const auto within = rank_of(one.kind) * priority_range_of_site +
                      static_cast<std::int32_t>(std::lround(of_site * priority_range_of_site));
  return within - priority_per_depth * static_cast<std::int32_t>(std::min(depth, 1'000U) + 1);
}

}  // namespace laundromat
