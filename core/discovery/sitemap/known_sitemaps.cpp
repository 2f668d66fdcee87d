// Turns what was read about sitemaps into claims.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/known_sitemaps.hpp"

#include <algorithm>
#include <set>

#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

bool is_same_uri(std::string_view a, std::string_view b) {
  return a == b || normalize_seed(a) == normalize_seed(b);
}

/// The addresses of the sitemaps that these URIs name; a URI that names none stays.
std::vector<std::string> addresses_of(const known_sitemaps& known, const std::vector<std::string>& uris) {
  std::vector<std::string> out;
  for (const auto& uri : uris) {
    const auto found = std::ranges::find_if(known.sitemaps, [&](const known_sitemap& one) {
      return !one.asked.empty() && is_same_uri(one.asked, uri);
    });
    out.push_back(found == known.sitemaps.end() ? uri : found->uri);
  }
  return out;
}

std::vector<std::string> indexes_of(const known_sitemaps& known, const known_sitemap& sitemap) {
  std::vector<std::string> out;
  const auto* robots = robots_of(known, sitemap.uri);
  if (robots == nullptr) return out;
  for (const auto& index : known.sitemaps)
    if (index.is_index && is_named_in(robots->names, index) && is_named_in(index.lists, sitemap))
      out.push_back(index.uri);
  return out;
}

}  // namespace

std::optional<known_sitemap> known_sitemap_of(std::string_view uri, const announcements& found) {
  known_sitemap out{.uri = std::string(uri), .authority = found.authority};
  bool is_sitemap = !found.authority.empty() || !found.datasets.empty();
  for (const auto& one : found.uris) {
    if (one.by == "sitemap") {
      out.is_index = true;
      out.lists.push_back(one.uri);
    }
    if (one.by == "sc:subSitemap") out.sub_sitemaps.push_back(one.uri);
    if (one.by == "sc:parentSitemap") out.parent_sitemaps.push_back(one.uri);
    is_sitemap = is_sitemap || one.by == "loc" || one.by == "line" || one.by.starts_with("sc:");
  }
  for (const auto& one : found.defects)
    if (one.message.find("`sc:authority`") != std::string::npos) out.refused_authority = one.message;
  if (!out.refused_authority.empty()) is_sitemap = true;
  out.is_index = out.is_index && !is_sitemap;
  return is_sitemap || out.is_index ? std::optional{std::move(out)} : std::nullopt;
}

bool is_named_in(const std::vector<std::string>& uris, const known_sitemap& sitemap) {
  return std::ranges::any_of(uris, [&](const std::string& uri) {
    return is_same_uri(uri, sitemap.uri) || (!sitemap.asked.empty() && is_same_uri(uri, sitemap.asked));
  });
}

const known_robots* robots_of(const known_sitemaps& known, std::string_view uri) {
  const auto host = authority_key(normalize_seed(uri));
  if (!host) return nullptr;
  const auto found = std::ranges::find(known.robots, *host, &known_robots::host);
  return found == known.robots.end() ? nullptr : &*found;
}

std::vector<sitemap_claims> claims_of(const known_sitemaps& known) {
  struct judged {
    std::string folder;
    bool is_named = false;
    sitemap_claims claims;
  };
  std::vector<judged> all;
  std::set<std::string> with_named;
  for (const auto& one : known.sitemaps) {
    if (one.is_index) continue;
    auto lists = indexes_of(known, one);
    const auto* robots = robots_of(known, one.uri);
    const bool is_named = !lists.empty() || (robots != nullptr && is_named_in(robots->names, one));
    auto folder = uri_space_of(one.uri);
    if (is_named) with_named.insert(folder);
    all.push_back({std::move(folder),
                   is_named,
                   {.uri = one.uri,
                    .authority = one.authority,
                    .sub_sitemaps = addresses_of(known, one.sub_sitemaps),
                    .parent_sitemaps = addresses_of(known, one.parent_sitemaps),
                    .listed_by = std::move(lists)}});
  }
  std::vector<sitemap_claims> out;
  for (auto& one : all)
    if (one.is_named || !with_named.contains(one.folder)) out.push_back(std::move(one.claims));
  return out;
}

}  // namespace laundromat
