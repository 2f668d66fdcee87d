// Reads what became of a dump, and where clean documents come from.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/codec/damage_rule.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/sitemap_rows.hpp"

namespace laundromat {

namespace {

std::string words_of(errc cause, const std::string& detail) {
  return std::string(to_string(cause)) + (detail.empty() ? "" : ' ' + detail);
}

/// The seed itself: whether it is crawled now, how its newest crawl ended, and what was announced about it.
void read_seed_state(database& db, row_id seed, dump_state& out) {
  {
    auto c = db.query(
        "SELECT s.status, s.cause, s.detail, EXISTS (SELECT 1 FROM entries e WHERE e.seed = s.id AND "
        "e.parent "
        "IS NULL AND e.open > 0), p.status, p.cause, p.detail, (SELECT max(n.begun_ms) FROM entries n WHERE "
        "n.seed = s.id AND n.parent IS NULL AND n.status = ?2) FROM seeds s LEFT JOIN entries p ON p.id = "
        "s.present WHERE s.id = ?1",
        seed, status::unchanged);
    if (!c.next()) return;
    out.is_known = true;
    out.is_being_crawled = c.integer(3) != 0;
    out.confirmed = c.time(7);
    if (c.as<status>(0) == status::refused)
      out.failure = words_of(c.as<errc>(1), c.text(2));
    else if (const auto present = c.as<status>(4); present == status::failed || present == status::refused)
      out.failure = words_of(c.as<errc>(5), c.text(6));
  }
  auto c = db.query("SELECT max(modified_ms) FROM announcements WHERE seed = ?1", seed);
  if (c.next()) out.modified = c.time(0);
}

/// The entries of the crawl with the newest documents of the seed `s`.
#define LAUNDROMAT_TREE_OF_DOCUMENTS                                                                         \
  "(SELECT s.document UNION ALL SELECT m.id FROM entries m WHERE m.seed = s.id AND m.root = s.document AND " \
  "m.parent IS NOT NULL)"

void read_documents_state(database& db, row_id seed, dump_state& out) {
  auto c = db.query(
      "SELECT d.begun_ms, e.id, e.status, e.cause, e.quarantine_bytes, coalesce(c.removed_ms, 0) FROM seeds "
      "s "
      "JOIN entries d ON d.id = s.document JOIN entries e ON e.id IN " LAUNDROMAT_TREE_OF_DOCUMENTS
      " LEFT JOIN cleans c ON c.id = e.clean WHERE s.id = ?1",
      seed);
  while (c.next()) {
    out.fetched = c.time(0);
    const auto is = c.as<status>(2);
    const auto cause = c.as<errc>(3);
    if (is == status::parsed) {
      out.is_here = true;
      out.skipped_bytes += c.as<std::uint64_t>(4);
      out.removed_documents += c.integer(5) != 0 ? 1 : 0;
    } else if (is == status::failed && cause == errc::non_rdf_format) {
      ++out.other_files;
    } else if (is == status::failed || is == status::refused) {
      ++out.failed_files;
    }
    auto defects = db.query("SELECT rule FROM defect_counts WHERE entry = ?1", c.integer(1));
    bool is_damaged = false;
    while (defects.next()) is_damaged = is_damaged || is_stream_damage(defects.as<errc>(0));
    out.damaged_files += is_damaged ? 1 : 0;
  }
  auto skipped =
      db.query("SELECT count(*) FROM seeds s JOIN members k ON k.archive IN " LAUNDROMAT_TREE_OF_DOCUMENTS
               " WHERE s.id = ?1 AND k.kind = ?2 AND k.skipped <> 0",
               seed, member_kind::file);
  if (skipped.next()) out.failed_files += skipped.as<std::uint64_t>(0);
}

}  // namespace

result<dump_state> announcement_reader::dump(const std::string& uri) {
  return answered([&] {
    auto& db = state_->db;
    dump_state out{.uri = uri};
    const auto seed = row_of_seed(db, seed_hash(uri.substr(0, uri.find('#'))));
    if (seed == 0) return out;
    read_seed_state(db, seed, out);
    read_documents_state(db, seed, out);
    if (!out.is_here) out.fetched = {};
    return out;
  });
}

result<std::vector<document_source>> announcement_reader::sources(const content_digest& clean,
                                                                  std::size_t limit) {
  return answered([&] {
    std::vector<document_source> out;
    auto c = state_->db.query(
        "SELECT e.hash, coalesce(e.uri, s.uri), s.uri, d.id, d.begun_ms FROM cleans c JOIN entries e ON "
        "e.clean = c.id "
        "JOIN seeds s ON s.id = e.seed JOIN entries d ON d.id = coalesce(e.root, e.id) "
        "WHERE " LAUNDROMAT_HAS_HASH(
            "c", "?1") "AND e.status = 10 AND coalesce(e.root, e.id) = s.document ORDER BY e.id LIMIT ?2",
        clean, limit);
    while (c.next()) {
      document_source one{c.digest<record_hash>(0), c.text(1), {c.text(2)}, c.time(4)};
      auto hops = state_->db.query("SELECT uri FROM hops WHERE entry = ?1 ORDER BY ordinal", c.integer(3));
      while (hops.next()) one.addresses.push_back(hops.is_null(0) ? one.addresses.front() : hops.text(0));
      const auto repeated = std::unique(one.addresses.begin(), one.addresses.end());
      one.addresses.erase(repeated, one.addresses.end());
      out.push_back(std::move(one));
    }
    return out;
  });
}

result<std::string> announcement_reader::address(const record_hash& seed) {
  return answered([&]() -> std::string {
    row_id download = 0;
    {
      auto c = state_->db.query(
          "SELECT coalesce(s.present, 0) FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), seed);
      if (!c.next()) return {};
      download = c.integer(0);
    }
    return download == 0 ? std::string{} : requested_address(state_->db, download);
  });
}

result<std::vector<std::string>> announcement_reader::sitemap_folders(std::string_view uri,
                                                                      std::size_t limit) {
  return answered([&] {
    const auto around = folders_around(uri);
    if (around.empty()) return std::vector<std::string>{};
    const auto& host = around.back();
    auto end = host;
    ++end.back();  // what begins with the host is before it
    return collect<std::string>(
        state_->db.query("SELECT DISTINCT folder FROM sitemaps WHERE folder >= ?1 AND folder < ?2 AND "
                         "is_index = 0 ORDER BY folder LIMIT ?3",
                         host, end, limit),
        [](const cursor& c) { return c.text(0); });
  });
}

result<timestamp> announcement_reader::sitemap_read(const record_hash& seed) {
  return answered([&] {
    auto c = state_->db.query("SELECT read_ms FROM sitemaps WHERE seed = ?1", row_of_seed(state_->db, seed));
    return c.next() ? c.time(0) : timestamp{};
  });
}

}  // namespace laundromat
