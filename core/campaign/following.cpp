// Compares what is followed now with what was followed before.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/following.hpp"

#include <algorithm>
#include <utility>

namespace laundromat {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& one : words) out.append(out.empty() ? "" : ", ").append(one);
  return out;
}

std::string limit(const char* name, std::uint64_t value) {
  return std::string{name} + ' ' + std::to_string(value);
}

std::vector<std::string> one_if(bool is_set, const char* word) {
  return is_set ? std::vector<std::string>{word} : std::vector<std::string>{};
}

/// The kinds in the order of their numbers.
std::vector<std::string> kinds_in(const followed_kinds& follow) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < follow.size(); ++i)
    if (follow[i]) out.emplace_back(to_string(static_cast<announced_as>(i)));
  return out;
}

bool has_other(const std::vector<std::string>& words, std::vector<std::string> than) {
  std::ranges::sort(than);
  return std::ranges::any_of(words,
                             [&](const std::string& one) { return !std::ranges::binary_search(than, one); });
}

}  // namespace

std::vector<following_terms> following_terms_of(const campaign& c, std::vector<std::string> exclusions) {
  const auto& d = c.discovery;
  const auto policy = discovery_policy_of(c);
  const auto kinds = kinds_in(policy.follow);
  const auto scope = joined(d.scope);
  auto looked_for = d.predicates;
  if (!c.robots.directives) looked_for.emplace_back("nofollow ignored");
  return {
      {errc::ok, std::move(looked_for)},
      {errc::kind_not_followed, kinds},
      {errc::out_of_scope, {scope}},
      {errc::non_rdf_format, one_if(d.other_formats, "other_formats")},
      {errc::scheme_refused, one_if(c.network.ftp, "ftp")},
      {errc::trap_suspected, {limit("depth", d.depth) + ", " + limit("path_segments", d.path_segments)}},
      {errc::announcement_limit, {limit("per_document", d.per_document)}},
      {errc::budget_used, {limit("per_host", d.per_host) + ", " + limit("per_domain", d.per_domain)}},
      // The way that is taken, because another one was not possible, may depend on all of these.
      {errc::other_way_taken,
       {joined({d.ways, joined(kinds), scope, d.other_formats ? "other_formats" : "",
                c.network.ftp ? "ftp" : ""})}},
      {errc::own_output, policy.own_bases, true},
      {errc::excluded, std::move(exclusions), true},
  };
}

bool may_follow_more(const following_terms& now, const std::vector<std::string>& before) {
  return now.forbids ? has_other(before, now.words) : has_other(now.words, before);
}

}  // namespace laundromat
