// Implements URI spaces: longest folder, delegation, joins.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/uri_space.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Scheme, host with port, and path of a URI, in one form; empty for one without host.
std::string comparable(std::string_view uri) {
  const auto normal = normalize_seed(uri);
  const auto parts = split_uri(normal);
  const auto host = authority_key(normal);
  if (!parts.scheme || !host) return {};
  const auto path = parts.path.empty() ? std::string_view{"/"} : parts.path;
  return lower_case(*parts.scheme) + "://" + *host + std::string(path);
}

bool names(const std::vector<std::string>& uris, std::string_view wanted) {
  return std::ranges::any_of(uris, [&](const auto& uri) { return normalize_seed(uri) == wanted; });
}

}  // namespace

std::string uri_space_of(std::string_view sitemap) {
  auto space = comparable(sitemap);
  space.resize(space.empty() ? 0 : space.rfind('/') + 1);
  return space;
}

bool is_in_uri_space(std::string_view sitemap, std::string_view uri) {
  const auto space = uri_space_of(sitemap);
  return !space.empty() && comparable(uri).starts_with(space);
}

std::vector<std::string> folders_around(std::string_view uri) {
  std::vector<std::string> out;
  const auto whole = comparable(uri);
  if (whole.empty()) return out;
  const auto host_end = whole.find('/', whole.find("://") + 3);
  for (auto slash = whole.rfind('/'); slash != std::string::npos && slash >= host_end;
       slash = whole.rfind('/', slash - 1))
    out.push_back(whole.substr(0, slash + 1));
  return out;
}

sitemap_claims claims_of(std::string_view uri, const announcements& found,
                         std::vector<std::string> listed_by) {
  sitemap_claims claims{
      .uri = std::string(uri), .authority = found.authority, .listed_by = std::move(listed_by)};
  for (const auto& one : found.uris) {
    if (one.by == "sc:subSitemap") claims.sub_sitemaps.push_back(one.uri);
    if (one.by == "sc:parentSitemap") claims.parent_sitemaps.push_back(one.uri);
  }
  return claims;
}

join_verdict judge_join(const sitemap_claims& a, const sitemap_claims& b) {
  const auto name_a = normalize_seed(a.uri), name_b = normalize_seed(b.uri);
  const bool a_has_b = names(a.sub_sitemaps, name_b), b_in_a = names(b.parent_sitemaps, name_a);
  const bool b_has_a = names(b.sub_sitemaps, name_a), a_in_b = names(a.parent_sitemaps, name_b);
  if ((a_has_b && b_in_a) || (b_has_a && a_in_b)) return join_verdict::joined;
  return a_has_b || b_in_a || b_has_a || a_in_b ? join_verdict::unconfirmed : join_verdict::none;
}

uri_spaces::uri_spaces(std::vector<sitemap_claims> sitemaps) : sitemaps_(std::move(sitemaps)) {
  for (std::size_t i = 0; i < sitemaps_.size(); ++i)
    if (auto folder = uri_space_of(sitemaps_[i].uri); !folder.empty())
      spaces_[std::move(folder)].sitemaps.push_back(i);
  judge_delegation();
  join_spaces();
}

/// A space inside of another one counts when one index lists sitemaps of both. The order of the map has each space behind those around it.
void uri_spaces::judge_delegation() {
  const auto lists_of = [&](const space& one) {
    std::set<std::string> indexes;
    for (const auto i : one.sitemaps)
      for (const auto& index : sitemaps_[i].listed_by) indexes.insert(normalize_seed(index));
    return indexes;
  };
  const auto are_listed_together = [&](const space& inner, const space& outer) {
    const auto of_outer = lists_of(outer);
    return std::ranges::any_of(lists_of(inner), [&](const auto& index) { return of_outer.contains(index); });
  };
  std::vector<std::pair<std::string_view, const space*>> around;
  for (auto& [folder, one] : spaces_) {
    while (!around.empty() && !folder.starts_with(around.back().first)) around.pop_back();
    one.is_honoured = around.empty() || are_listed_together(one, *around.back().second);
    if (one.is_honoured) around.emplace_back(folder, &one);
  }
}

void uri_spaces::join_spaces() {
  std::vector<std::size_t> group(sitemaps_.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto join = [&](std::size_t a, std::size_t b) {
    const auto from = group[b], to = group[a];
    if (from != to) std::ranges::replace(group, from, to);
  };
  for (const auto& [folder, one] : spaces_)
    for (const auto i : one.sitemaps) join(one.sitemaps.front(), i);
  std::map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < sitemaps_.size(); ++i) by_name.emplace(normalize_seed(sitemaps_[i].uri), i);
  for (std::size_t i = 0; i < sitemaps_.size(); ++i) {
    for (const auto* list : {&sitemaps_[i].sub_sitemaps, &sitemaps_[i].parent_sitemaps}) {
      for (const auto& other : *list) {
        const auto found = by_name.find(normalize_seed(other));
        if (found != by_name.end() &&
            judge_join(sitemaps_[i], sitemaps_[found->second]) == join_verdict::joined)
          join(i, found->second);
      }
    }
  }
  std::map<std::size_t, std::string_view> first_of;
  for (auto& [folder, one] : spaces_) {
    one.group = group[one.sitemaps.front()];
    one.owner = first_of.emplace(one.group, folder).first->second;
  }
}

const uri_spaces::named_space* uri_spaces::space_of(std::string_view uri) const {
  for (const auto& folder : folders_around(uri)) {
    const auto found = spaces_.find(folder);
    if (found != spaces_.end() && found->second.is_honoured) return &*found;
  }
  return nullptr;
}

const sitemap_claims* uri_spaces::sitemap_of(std::string_view uri) const {
  const auto* found = space_of(uri);
  return found == nullptr ? nullptr : &sitemaps_[found->second.sitemaps.front()];
}

std::string_view uri_spaces::folder_of(std::string_view uri) const {
  const auto* found = space_of(uri);
  return found == nullptr ? std::string_view{} : found->first;
}

std::string_view uri_spaces::owner_of(std::string_view uri) const {
  const auto* found = space_of(uri);
  return found == nullptr ? std::string_view{} : found->second.owner;
}

bool uri_spaces::is_honoured(std::string_view folder) const {
  const auto found = spaces_.find(folder);
  return found != spaces_.end() && found->second.is_honoured;
}

std::string_view uri_spaces::publisher_of(std::string_view document) const {
  const auto* found = space_of(document);
  if (found == nullptr) return {};
  std::string_view publisher;
  for (const auto i : found->second.sitemaps) {
    const std::string_view authority = sitemaps_[i].authority;
    if (!publisher.empty() && !authority.empty() && publisher != authority) return {};
    if (!authority.empty()) publisher = authority;
  }
  return publisher;
}

bool claims(const announced_dataset& dataset, std::string_view uri) {
  return std::ranges::any_of(
      dataset.prefixes, [&](const auto& one) { return !one.prefix.empty() && uri.starts_with(one.prefix); });
}

}  // namespace laundromat
