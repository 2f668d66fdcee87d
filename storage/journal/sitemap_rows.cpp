// Writes the rows of sitemaps and their joins.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/sitemap_rows.hpp"

#include <algorithm>

#include "core/web/seed_hash.hpp"

namespace laundromat {

namespace {

constexpr std::size_t announcer_hash_bytes = sizeof(record_hash);

std::string_view without_part(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

std::string packed_list(const std::vector<std::string>& uris) {
  std::vector<std::string> hashes;
  hashes.reserve(uris.size());
  for (const auto& uri : uris) hashes.emplace_back(seed_hash(without_part(uri)).view());
  std::ranges::sort(hashes);
  const auto repeated = std::ranges::unique(hashes);
  hashes.erase(repeated.begin(), repeated.end());
  std::string out;
  out.reserve(hashes.size() * announcer_hash_bytes);
  for (const auto& one : hashes) out += one;
  return out;
}

std::uint64_t store_joins(database& db, row_id seed, bool is_parent, const std::vector<std::string>& uris) {
  for (std::size_t i = 0; i < std::min(uris.size(), most_joins_kept); ++i)
    db.run("INSERT OR IGNORE INTO sitemap_joins VALUES (?1, ?2, ?3, ?4)", seed, is_parent,
           seed_hash(without_part(uris[i])), uris[i]);
  return uris.size() - std::min(uris.size(), most_joins_kept);
}

}  // namespace

void forget_sitemap(database& db, row_id seed) {
  db.run("DELETE FROM sitemap_joins WHERE seed = ?1", seed);
  db.run("DELETE FROM sitemaps WHERE seed = ?1", seed);
}

void store_sitemap(database& db, row_id seed, const std::optional<known_sitemap>& sitemap, timestamp at) {
  {
    auto stored = db.query("SELECT 1 FROM sitemaps WHERE seed = ?1", seed);
    if (!sitemap && !stored.next()) return;  // most documents are none
  }
  forget_sitemap(db, seed);
  if (!sitemap) return;
  const auto& one = *sitemap;
  const auto lists = packed_list(one.lists);
  const bool is_plain = one.authority.empty() && one.refused_authority.empty() && one.sub_sitemaps.empty() &&
                        one.parent_sitemaps.empty();
  const auto left_out =
      store_joins(db, seed, false, one.sub_sitemaps) + store_joins(db, seed, true, one.parent_sitemaps);
  db.run("INSERT INTO sitemaps VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", seed, one.uri,
         uri_space_of(one.uri), one.is_index, is_plain, one.authority, one.refused_authority, blob{lists},
         left_out, at);
}

std::string requested_address(database& db, row_id download) {
  auto c = db.query(
      "SELECT coalesce((SELECT coalesce(h.uri, s.uri) FROM hops h WHERE h.entry = e.id ORDER BY h.ordinal "
      "DESC LIMIT 1), s.uri) FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.id = ?1",
      download);
  return c.next() ? c.text(0) : std::string{};
}

bool is_in_list(std::string_view lists, std::string_view uri) {
  const auto hash = seed_hash(without_part(uri));
  std::size_t low = 0, high = lists.size() / announcer_hash_bytes;
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    if (lists.substr(middle * announcer_hash_bytes, announcer_hash_bytes) < hash.view())
      low = middle + 1;
    else
      high = middle;
  }
  return lists.substr(std::min(low * announcer_hash_bytes, lists.size()), announcer_hash_bytes) ==
         hash.view();
}

}  // namespace laundromat
