// Collects the Link fields of a response.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/announced_links.hpp"

#include <algorithm>

#include "core/discovery/links/announce_links.hpp"

namespace laundromat {

namespace {

/// The values of all fields with a name, which is given in lower case.
std::vector<std::string> values_of(const http_hop& response, std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::vector<std::string> values;
  for (const auto& field : response.headers)
    if (std::ranges::equal(field.name, name, {}, lower)) values.push_back(field.value);
  return values;
}

}  // namespace

announcements announced_links(const http_hop& response) {
  const auto values = values_of(response, "link");
  return values.empty() ? announcements{} : announce_link_fields(values, response.uri);
}

robots_directives asked_directives(const http_hop& response, std::string_view product) {
  if (product.empty()) return {};
  return read_robots_fields(values_of(response, "x-robots-tag"), product);
}

}  // namespace laundromat
