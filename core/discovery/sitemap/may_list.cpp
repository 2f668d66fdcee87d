// Implements the rules on the location of sitemaps.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/may_list.hpp"

#include <algorithm>
#include <utility>

#include "core/discovery/sitemap/uri_space.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Lower case, without user, port and final dot; empty for none.
std::string host_name(std::string_view uri) {
  const auto key = authority_key(uri);
  return key ? key->substr(0, key->rfind(':')) : std::string{};
}

std::string lower_scheme(std::string_view uri) {
  return lower_case(split_uri(uri).scheme.value_or(""));
}

bool is_judged(const announcement& one) {
  switch (one.kind) {
    case announced_as::page:
      return one.by != "enclosure" && one.by != "content";
    case announced_as::sitemap:
      return !one.by.starts_with("sc:");
    case announced_as::alternate:
    case announced_as::next_page:
      return true;
    default:
      return false;
  }
}

}  // namespace

listing_verdict may_list(std::string_view sitemap, std::string_view listed,
                         std::span<const std::string> named_by_target) {
  const auto own = authority_key(sitemap), other = authority_key(listed);
  if (!own || !other) return listing_verdict::other_host;
  const auto name = normalize_seed(sitemap);
  if (std::ranges::any_of(named_by_target, [&](const auto& one) { return normalize_seed(one) == name; }))
    return listing_verdict::cross_submitted;
  if (*own == *other && lower_scheme(sitemap) == lower_scheme(listed))
    return is_in_uri_space(sitemap, listed) ? listing_verdict::own : listing_verdict::outside_folder;
  return host_name(sitemap) == host_name(listed) ? listing_verdict::other_scheme
                                                 : listing_verdict::other_host;
}

std::vector<announcement> keep_listed(announcements& found, std::string_view sitemap,
                                      const sitemaps_of_host& named, const announcement_limits& limits) {
  bool is_noted = false;
  const auto is_refused = [&](const announcement& one) {
    if (!is_judged(one)) return false;
    const auto host = authority_key(one.uri);
    const auto verdict =
        may_list(sitemap, one.uri, host && named ? named(*host) : std::span<const std::string>{});
    const bool is_kept = is_used(verdict);
    if (!is_kept)
      note(found, limits,
           {errc::outside_uri_space, one.line,
            "`" + one.uri.substr(0, 200) + "` cannot be listed by this sitemap; it is not used"});
    else if (verdict == listing_verdict::outside_folder && !std::exchange(is_noted, true))
      note(
          found, limits,
          {errc::outside_uri_space, one.line, "the sitemap lists URIs outside of its folder; they are used"});
    return !is_kept;
  };
  std::vector<announcement> removed;
  std::erase_if(found.uris, [&](const announcement& one) {
    const bool is_removed = is_refused(one);
    if (is_removed) removed.push_back(one);
    return is_removed;
  });
  return removed;
}

}  // namespace laundromat
