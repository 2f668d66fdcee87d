// Finds the rule by which an announced URI is not followed.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/describe_refused.hpp"

#include <algorithm>
#include <array>

#include "app/terminal/timestamp_text.hpp"
#include "core/discovery/scope.hpp"
#include "core/steering/steering_rules.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {
namespace {

constexpr std::size_t most_announcers = 20;

/// What decides, and what to write instead.
struct refusal_reason {
  std::string rule, change;
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& one : words) out.append(out.empty() ? "" : ", ").append(one);
  return out;
}

/// The rules of a scope as they are remembered, in their order.
std::vector<scope_rule> rules_of(std::string_view text) {
  constexpr std::string_view between = ", ";
  std::vector<scope_rule> out;
  while (!text.empty()) {
    const auto end = std::min(text.find(between), text.size());
    if (auto rule = parse_scope_rule(text.substr(0, end))) out.push_back(*std::move(rule));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  return out;
}

std::string text_of(const scope_rule& rule) {
  constexpr std::array<std::string_view, 4> matches{"prefix", "host", "domain", "surt"};
  return std::string{rule.is_included ? "include " : "exclude "} +
         std::string{matches[static_cast<std::size_t>(rule.match)]} + ' ' + rule.text;
}

refusal_reason scope_reason(std::string_view uri, const std::vector<std::string>& words) {
  const auto rules = words.empty() ? std::vector<scope_rule>{} : rules_of(words.front());
  const auto verdict = discovery_scope{rules}.judge(normalize_seed(uri));
  if (verdict.is_inside) return {"none that is in force now", {}};
  if (verdict.rule)
    return {text_of(rules[*verdict.rule]), "put a rule that includes it before this one of discovery.scope"};
  return {"no rule of discovery.scope includes it", "add a rule that includes it to discovery.scope"};
}

refusal_reason kind_reason(std::string_view uri, announced_as kind, const std::vector<std::string>& words) {
  if (kind == announced_as::endpoint)
    return {"a crawl queries no endpoint",
            "laundromat harvest " + std::string{uri} + " receives its triples"};
  const auto name = std::string{to_string(kind)};
  if (std::ranges::find(words, name) != words.end()) return {"none that is in force now", {}};
  const auto followed = words.empty() ? std::string{"nothing is followed"} : "followed is: " + joined(words);
  return {followed, kind == announced_as::linked ? "name the predicate in discovery.predicates"
                                                 : "add " + name + " to discovery.follow"};
}

result<refusal_reason> exclusion_reason(journal& from, std::string_view uri) {
  auto rules = steering_store{from}.rules();
  if (!rules) return tl::unexpected(rules.error());
  const auto verdict = steering_rules{*std::move(rules)}.judge(uri);
  if (verdict.code != errc::excluded) return refusal_reason{"none that is in force now", {}};
  return refusal_reason{verdict.detail, "laundromat exclude --lift ends the exclusion"};
}

result<refusal_reason> reason_of(journal& from, std::string_view uri, const refused_announcement& row,
                                 const std::vector<std::string>& words) {
  switch (row.cause) {
    case errc::kind_not_followed:
      return kind_reason(uri, row.kind, words);
    case errc::out_of_scope:
      return scope_reason(uri, words);
    case errc::excluded:
      return exclusion_reason(from, uri);
    case errc::outside_uri_space:
      return refusal_reason{"a sitemap lists URIs of its own host, and of hosts whose robots.txt names it",
                            "laundromat add puts the URI itself on the list; so may a `Sitemap` line in the "
                            "robots.txt of its host"};
    case errc::non_rdf_format:
      return refusal_reason{"discovery.other_formats: false", "set discovery.other_formats to true"};
    case errc::scheme_refused:
      return refusal_reason{"of this scheme nothing is followed",
                            uri.starts_with("ftp:") ? "set network.ftp to true" : ""};
    case errc::trap_suspected:
      return refusal_reason{joined(words),
                            "raise discovery.depth or discovery.path_segments, or add the URI to the list"};
    case errc::announcement_limit:
      return refusal_reason{joined(words), "raise discovery.per_document"};
    case errc::budget_used:
      return refusal_reason{joined(words), "raise discovery.per_host or discovery.per_domain"};
    case errc::other_way_taken:
      return refusal_reason{
          "discovery.ways: cheapest",
          "laundromat datasets DATASET says which way is taken; discovery.ways: all follows all"};
    case errc::own_output:
      return refusal_reason{"public_base " + joined(words), {}};
    default:
      return refusal_reason{};
  }
}

}  // namespace

result<std::optional<record_view>> describe_refused(journal& from, std::string_view uri) {
  announcement_reader reader{from};
  const auto found = reader.refused(uri, most_announcers);
  if (!found) return tl::unexpected(found.error());
  if (found->empty()) return std::nullopt;
  record_section by{
      "announced_by", {"as", "became", "rule", "change", "read_again", "seed", "at", "uri"}, {}};
  for (const auto& row : *found) {
    const auto known = reader.following(row.cause);
    if (!known) return tl::unexpected(known.error());
    const auto reason = reason_of(from, uri, row, known->words);
    if (!reason) return tl::unexpected(reason.error());
    by.rows.push_back({std::string{to_string(row.kind)}, std::string{to_string(row.cause)}, reason->rule,
                       reason->change, known->since >= row.at ? "when the announcing document is due" : "",
                       row.announcer.hex(), timestamp_text(row.at), row.announcer_uri});
  }
  const bool is_only_endpoint = std::ranges::all_of(
      *found, [](const refused_announcement& row) { return row.kind == announced_as::endpoint; });
  record_view shown;
  shown.facts = {
      {"kind", "announced URI"},
      {"uri", std::string{uri}},
      {"seed", "no: it is not followed"},
      {"next",
       is_only_endpoint
           ? "laundromat plan DATASET compares the ways to its dataset"
           : "after a change of the campaign the announcing document is read again when it is due; "
             "laundromat retry makes it due at once, and laundromat add puts the URI itself on the list"}};
  shown.sections.push_back(std::move(by));
  return std::optional{std::move(shown)};
}

}  // namespace laundromat
