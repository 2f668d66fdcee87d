// Chooses ways to datasets, and recognises the URIs of other ways.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/taken_ways.hpp"

#include <algorithm>

namespace laundromat {

namespace {

bool is_one_of(const std::string& uri, const std::vector<std::string>& all) {
  return std::ranges::find(all, uri) != all.end();
}

bool is_below(const std::string& uri, const std::vector<std::string>& prefixes) {
  return std::ranges::any_of(
      prefixes, [&](const std::string& prefix) { return !prefix.empty() && uri.starts_with(prefix); });
}

/// Whether documents are what the way consists of.
bool takes_documents(access_way way) {
  return way == access_way::documents || way == access_way::linked_data;
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
  choice made{dataset.key, chosen->way, chosen->uris, {}};
  for (const auto& one : dataset.prefixes) made.prefixes.push_back(one.prefix);
  choices_.push_back(std::move(made));
  return taken_way{chosen->way, std::move(plan.why)};
}

bool taken_ways::is_of_other_way(const announcement& one) const {
  bool is_other = false;
  for (const auto& taken : choices_) {
    const bool is_of_dataset = !one.dataset.empty() && one.dataset == taken.key;
    if (is_one_of(one.uri, taken.needed)) return false;
    switch (one.kind) {
      case announced_as::dump:
        is_other = is_other || (is_of_dataset && taken.way != access_way::dump);
        break;
      case announced_as::sample:
      case announced_as::page:
      case announced_as::linked: {
        const bool is_document =
            is_below(one.uri, taken.prefixes) || (is_of_dataset && one.kind == announced_as::sample);
        if (is_document && takes_documents(taken.way)) return false;
        is_other = is_other || is_document;
        break;
      }
      default:
        break;
    }
  }
  return is_other;
}

bool taken_ways::is_start(const announcement& one) const {
  return one.kind == announced_as::sample && !one.dataset.empty() &&
         std::ranges::any_of(choices_, [&](const choice& taken) {
           return taken.way == access_way::linked_data && taken.key == one.dataset;
         });
}

}  // namespace laundromat
