// Keeps answers by the innermost folder with a sitemap.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/uri_owners.hpp"

#include <algorithm>

#include "storage/journal/announcement_reader.hpp"

namespace laundromat {

const uri_owners::folder_list& uri_owners::folders_at(const std::string& host_folder, std::string_view uri) {
  if (const auto known = hosts_.find(host_folder); known != hosts_.end()) return known->second;
  auto found = announcement_reader{from_}.sitemap_folders(uri, limits_.folders_of_host + 1);
  if (!found && !problem_) problem_ = found.error();
  if (hosts_.size() >= limits_.hosts) hosts_.clear();
  return hosts_.emplace(host_folder, found ? *std::move(found) : folder_list{}).first->second;
}

uri_owner uri_owners::look_up(std::string_view uri) {
  const auto known = announcement_reader{from_}.sitemaps_around(uri);
  if (!known) {
    if (!problem_) problem_ = known.error();
    return {};
  }
  const uri_spaces spaces{claims_of(*known)};
  return {std::string(spaces.folder_of(uri)), std::string(spaces.owner_of(uri)),
          std::string(spaces.publisher_of(uri))};
}

const uri_owner& uri_owners::of(std::string_view uri) {
  const auto around = folders_around(uri);
  if (around.empty()) return nobody_;
  const auto& folders = folders_at(around.back(), uri);
  if (folders.empty()) return nobody_;
  auto innermost = around.begin();
  if (folders.size() <= limits_.folders_of_host)
    innermost = std::ranges::find_if(
        around, [&](const std::string& one) { return std::ranges::binary_search(folders, one); });
  if (innermost == around.end()) return nobody_;
  if (const auto known = answers_.find(*innermost); known != answers_.end()) return known->second;
  if (answers_.size() >= limits_.answers) answers_.clear();
  return answers_.emplace(*innermost, look_up(uri)).first->second;
}

result<authority_account> uri_owners::explain(std::string_view uri) const {
  const auto known = announcement_reader{from_}.sitemaps_around(uri);
  if (!known) return tl::unexpected(known.error());
  return explain_authority(*known, uri);
}

}  // namespace laundromat
