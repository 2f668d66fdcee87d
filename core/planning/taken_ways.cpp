// Chooses ways to datasets, and recognises the URIs of other ways.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/taken_ways.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/planning/plan_sentences.hpp"

namespace laundromat {

namespace {

/// Whether documents are what the way consists of.
bool takes_documents(access_way way) {
  return way == access_way::documents || way == access_way::linked_data;
}

/// What a crawl that follows no links requests of Linked Data: less than the plan says.
std::string announced_part(const announced_dataset& dataset, const planned_way& way, bool follows_pages) {
  const auto& prefix = way.uris.front();
  const auto samples = static_cast<std::uint64_t>(std::ranges::count_if(
      dataset.samples, [&](const std::string& uri) { return uri.starts_with(prefix); }));
  return "Of " + name_of(way) + " only " + number_of(samples, "sample URI") +
         (samples == 1 ? " is" : " are") + " requested" +
         (follows_pages ? ", and pages that a sitemap or feed lists" : "") +
         ": the campaign does not follow links. For that, add `linked` to discovery.follow, and predicates "
         "to discovery.predicates.";
}

}  // namespace

taken_ways::taken_ways(const discovery_policy& policy,
                       std::function<dump_finding(const std::string& uri)> find_dump)
    : policy_(policy), find_dump_(std::move(find_dump)) {}

std::string taken_ways::refusal(access_way way, const std::string& uri) const {
  switch (way) {
    case access_way::dump: {
      const auto found = find_dump_(uri);
      if (found.refused != errc::ok)
        return uri + " is not followed, " + std::string{to_string(found.refused)};
      if (found.failed == errc::ok) return {};
      return uri + " was requested and gave nothing, " + std::string{to_string(found.failed)} +
             (found.detail.empty() ? "" : " " + found.detail);
    }
    case access_way::documents:
    case access_way::linked_data:
      if (!follows(policy_.follow, announced_as::sample) && !follows(policy_.follow, announced_as::page) &&
          !follows(policy_.follow, announced_as::linked))
        return "the campaign follows neither samples nor pages nor links";
      return policy_.scope.judge(uri).is_inside ? std::string{} : uri + " is outside of the scope";
    case access_way::endpoint:
      return "a crawl does not query endpoints";
  }
  return {};
}

std::optional<taken_way> taken_ways::add(const announced_dataset& dataset) {
  if (policy_.ways == followed_ways::all) return std::nullopt;
  planning_policy policy;
  policy.host = policy_.usual_host;
  policy.refuses = [this](access_way way, const std::string& uri) { return refusal(way, uri); };
  auto plan = plan_access(dataset, {}, policy);
  const auto* chosen = plan.choice();
  if (!chosen) return std::nullopt;
  ways_.insert_or_assign(dataset.key, chosen->way);
  needed_.insert(chosen->uris.begin(), chosen->uris.end());
  for (const auto& one : dataset.prefixes)
    if (!one.prefix.empty()) prefixes_.push_back({one.prefix, takes_documents(chosen->way)});
  is_sorted_ = false;
  if (chosen->way != access_way::linked_data || follows(policy_.follow, announced_as::linked))
    return taken_way{chosen->way, std::move(plan.why)};
  return taken_way{
      chosen->way,
      announced_part(dataset, *chosen, follows(policy_.follow, announced_as::page)) + explain_others(plan)};
}

void taken_ways::sort_prefixes() const {
  std::ranges::sort(prefixes_, {}, &prefix_use::prefix);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < prefixes_.size(); ++i) {
    if (kept > 0 && prefixes_[kept - 1].prefix == prefixes_[i].prefix) {
      prefixes_[kept - 1].takes_documents |= prefixes_[i].takes_documents;
      continue;
    }
    if (kept != i) prefixes_[kept] = std::move(prefixes_[i]);
    ++kept;
  }
  prefixes_.resize(kept);
  for (std::size_t i = 1; i < prefixes_.size(); ++i) {
    auto parent = i;  // counted from 1: the one before
    while (parent > 0 && !prefixes_[i].prefix.starts_with(prefixes_[parent - 1].prefix))
      parent = prefixes_[parent - 1].parent;
    prefixes_[i].parent = parent;
    if (parent > 0) prefixes_[i].takes_documents |= prefixes_[parent - 1].takes_documents;
  }
  is_sorted_ = true;
}

/// In the order of texts all prefixes of a text are before it, and among the parents of the one just before it.
const taken_ways::prefix_use* taken_ways::longest_prefix_of(std::string_view uri) const {
  if (!is_sorted_) sort_prefixes();
  const auto behind = std::ranges::upper_bound(prefixes_, uri, {}, &prefix_use::prefix);
  auto one = static_cast<std::size_t>(behind - prefixes_.begin());
  while (one > 0 && !uri.starts_with(prefixes_[one - 1].prefix)) one = prefixes_[one - 1].parent;
  return one == 0 ? nullptr : &prefixes_[one - 1];
}

bool taken_ways::is_of_other_way(const announcement& one) const {
  if (needed_.contains(one.uri)) return false;
  const auto found = one.dataset.empty() ? ways_.end() : ways_.find(one.dataset);
  const bool is_of_dataset = found != ways_.end();
  switch (one.kind) {
    case announced_as::dump:
      return is_of_dataset && found->second != access_way::dump;
    case announced_as::sample:
    case announced_as::page:
    case announced_as::linked: {
      const auto* prefix = longest_prefix_of(one.uri);
      const bool is_sample = is_of_dataset && one.kind == announced_as::sample;
      if (prefix != nullptr && prefix->takes_documents) return false;
      if (is_sample && takes_documents(found->second)) return false;
      return prefix != nullptr || is_sample;
    }
    default:
      return false;
  }
}

bool taken_ways::is_start(const announcement& one) const {
  if (one.kind != announced_as::sample || one.dataset.empty()) return false;
  const auto found = ways_.find(one.dataset);
  return found != ways_.end() && found->second == access_way::linked_data;
}

}  // namespace laundromat
