// Implements metadata_links.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/metadata_links.hpp"

#include <algorithm>
#include <utility>

#include "core/web/uri.hpp"

namespace laundromat {

namespace {

/// Also a link without a type may lead to metadata.
bool is_metadata_type(std::string_view media_type) {
  return media_type.empty() || media_type == "application/csvm+json" || media_type == "application/ld+json" ||
         media_type == "application/json";
}

}  // namespace

std::vector<std::string> metadata_links(std::string_view table_url, std::span<const web_link> links,
                                        std::size_t most, std::size_t most_bytes) {
  std::vector<std::string> all;
  for (auto link = links.rbegin(); link != links.rend() && all.size() < most; ++link) {
    if (!link->has_relation("describedby") || !link->anchor.empty() || !is_metadata_type(link->media_type))
      continue;
    auto target = resolve_iri(table_url, link->target);
    target.resize(std::min(target.find('#'), target.size()));
    if (!target.empty() && target.size() <= most_bytes) all.push_back(std::move(target));
  }
  return all;
}

}  // namespace laundromat
