// Collects the Link fields of a response.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/announced_links.hpp"

#include <algorithm>

#include "core/discovery/links/announce_links.hpp"
#include "core/discovery/media_hint.hpp"
#include "core/web/http_values.hpp"
#include "core/web/metadata_links.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// The values of all fields with a name.
std::vector<std::string> values_of(const http_hop& response, std::string_view name) {
  std::vector<std::string> values;
  for (const auto& field : response.headers)
    if (equals_ignoring_case(field.name, name)) values.push_back(field.value);
  return values;
}

}  // namespace

announcements announced_links(const http_hop& response) {
  const auto values = values_of(response, "link");
  if (values.empty()) return {};
  auto found = announce_link_fields(values, response.uri);
  const auto types = values_of(response, "content-type");
  const bool is_rdf =
      !types.empty() && hint_of(parse_content_type(types.front()).media_type) == rdf_hint::yes;
  if (!is_rdf) return found;
  for (auto& one : found.uris)
    if (one.kind == announced_as::alternate && one.context.empty() &&
        hint_of(one.media_type) == rdf_hint::yes)
      one.kind = announced_as::other_form;
  return found;
}

std::string described_by(const http_hop& response) {
  std::vector<web_link> links;
  for (const auto& value : values_of(response, "link"))
    for (auto& link : parse_links(value)) links.push_back(std::move(link));
  std::string all;
  for (const auto& one : metadata_links(response.uri, links)) all += (all.empty() ? "" : "\n") + one;
  return all;
}

robots_directives asked_directives(const http_hop& response, std::string_view product) {
  if (product.empty()) return {};
  return read_robots_fields(values_of(response, "x-robots-tag"), product);
}

}  // namespace laundromat
