// Collects the Link fields of a response.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/announced_links.hpp"

#include <algorithm>

#include "core/discovery/links/announce_links.hpp"

namespace laundromat {

namespace {

bool is_link_field(std::string_view name) {
  constexpr std::string_view link = "link";
  return std::ranges::equal(name, link, {}, [](char c) { return static_cast<char>(c | 0x20); });
}

}  // namespace

announcements announced_links(const http_hop& response) {
  std::vector<std::string> values;
  for (const auto& field : response.headers)
    if (is_link_field(field.name)) values.push_back(field.value);
  if (values.empty()) return {};
  return announce_link_fields(values, response.uri);
}

}  // namespace laundromat
