// Checks URIs, and names the sitemap of their host.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/asked_uri.hpp"

#include "core/web/uri.hpp"

namespace laundromat {

bool refuses_uri(std::string_view command, const std::string& uri, command_context& context) {
  const auto parts = parse_uri(uri);
  const bool is_absolute_uri = parts && parts->scheme;
  const bool has_host =
      is_absolute_uri && (!is_http_scheme(*parts->scheme) || authority_key(uri).has_value());
  if (has_host) return false;
  context.refuse(exit_usage, std::string{command} + ": " + uri +
                                 " is no absolute URI: write it as in http://example.org/id/1");
  return true;
}

std::string how_to_learn_of(std::string_view uri) {
  const auto parts = split_uri(uri);
  if (!parts.scheme || !is_http_scheme(*parts.scheme) || !parts.authority)
    return "only http and https URIs have sitemaps; a dataset with a prefix for others is announced by a "
           "VoID "
           "file or catalogue: crawl it by `laundromat add URI` and `laundromat run CAMPAIGN`";
  const auto site = std::string(*parts.scheme) + "://" + std::string(*parts.authority);
  return "crawl what describes it: the sitemap of its host, or another one around the URI, by `laundromat "
         "add " +
         site + "/sitemap.xml`, or its VoID file, by `laundromat add " + site +
         "/.well-known/void`; then `laundromat run CAMPAIGN`, with `sitemap` in `discovery.follow`";
}

}  // namespace laundromat
