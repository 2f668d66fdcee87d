// Finds records by address: seeds, members of archives, and targets of redirects.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

constexpr std::string_view member_mark = "!/";

struct seed_place {
  row_id id = 0, document = 0;
  std::string uri;  ///< as added
};

std::optional<seed_place> find_seed(database& db, std::string_view uri) {
  auto c = db.query(
      "SELECT s.id, coalesce(s.document, 0), s.uri FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"),
      seed_hash(uri));
  if (!c.next()) return std::nullopt;
  return seed_place{c.integer(0), c.integer(1), c.text(2)};
}

/// The members of one download with an address.
std::vector<record_ref> members_at(database& db, const seed_place& seed, row_id root, std::string_view uri) {
  return collect<record_ref>(
      db.query("SELECT hash FROM entries WHERE seed = ?1 AND root = ?2 AND parent IS NOT NULL AND uri = ?3 "
               "ORDER BY id",
               seed.id, root, uri),
      [](const cursor& c) {
        return record_ref{record_kind::entry, c.digest<record_hash>(0), {}};
      });
}

/// Tries each `!/` in `uri` as the separator, because addresses and paths may contain it.
std::vector<record_ref> find_members(database& db, std::string_view uri) {
  for (auto mark = uri.find(member_mark); mark != uri.npos; mark = uri.find(member_mark, mark + 1)) {
    const auto seed = find_seed(db, uri.substr(0, mark));
    if (!seed) continue;
    const auto stored = seed->uri.substr(0, seed->uri.find('#')).append(uri.substr(mark));
    if (auto found = members_at(db, *seed, seed->document, stored); !found.empty()) return found;
    auto c = db.query("SELECT max(root) FROM entries WHERE seed = ?1 AND parent IS NOT NULL AND uri = ?2",
                      seed->id, stored);
    if (const auto root = c.next() ? c.integer(0) : 0; root != 0) return members_at(db, *seed, root, stored);
  }
  return {};
}

/// The distinct seeds with a crawl that was redirected to `uri`, the newest crawl first.
std::vector<record_ref> find_redirected(database& db, std::string_view uri) {
  return collect<record_ref>(
      db.query("SELECT s.hash FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.parent IS NULL AND "
               "e.base_uri IS NOT NULL AND e.base_uri = ?1 GROUP BY s.id ORDER BY max(e.id) DESC",
               uri),
      [](const cursor& c) {
        return record_ref{record_kind::seed, c.digest<record_hash>(0), {}};
      });
}

}  // namespace

result<std::vector<record_ref>> journal_reader::find_uri(std::string_view uri) {
  return answered([&]() -> std::vector<record_ref> {
    auto& db = state_->db;
    if (find_seed(db, uri)) return {{record_kind::seed, seed_hash(uri), {}}};
    if (auto members = find_members(db, uri); !members.empty()) return members;
    auto seeds = find_redirected(db, uri);
    return seeds.empty() ? find_redirected(db, normalize_seed(uri)) : seeds;
  });
}

}  // namespace laundromat
