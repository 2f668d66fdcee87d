// Reads crawls of a seed, and orders the next one.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/seed_crawl.hpp"

#include "core/codec/damage_rule.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

namespace {

/// The sums over the documents below a download.
void add_losses(database& db, row_id download, seed_crawl& to) {
  {
    auto c = db.query(
        "SELECT count(*) FILTER (WHERE e.status = ?2 AND e.parent IS NOT NULL), "
        "coalesce(sum(e.quarantine_bytes), 0) "
        "FROM entries e WHERE e.id = ?1 OR (e.root = ?1 AND e.seed = (SELECT seed FROM entries WHERE id = "
        "?1))",
        download, status::failed);
    if (c.next()) {
      to.failed_members = c.as<std::uint64_t>(0);
      to.skipped_bytes = c.as<std::uint64_t>(1);
    }
  }
  auto c = db.query(
      "SELECT d.rule, sum(d.count) FROM defect_counts d WHERE d.entry IN (SELECT e.id FROM entries e WHERE "
      "e.id = ?1 "
      "OR (e.root = ?1 AND e.seed = (SELECT seed FROM entries WHERE id = ?1))) GROUP BY d.rule",
      download);
  while (c.next()) {
    to.defects += c.as<std::uint64_t>(1);
    to.is_damaged = to.is_damaged || is_stream_damage(c.as<errc>(0));
  }
  to.is_damaged = to.is_damaged || to.failed_members > 0 || to.skipped_bytes > 0;
}

/// Downloads of a seed; 0: there is none.
struct crawl_rows {
  row_id newest = 0;
  row_id document = 0;  ///< that brought the present documents
};

crawl_rows read_seed_state(database& db, const record_hash& seed, seed_crawl& to) {
  auto c = db.query(
      "SELECT s.id, s.status, s.document, coalesce((SELECT max(e.id) FROM entries e WHERE e.seed = "
      "s.id AND e.parent IS NULL), 0), s.cause, s.detail FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"),
      seed);
  if (!c.next()) return {};
  to.is_known = true;
  to.is_running = c.as<status>(1) == status::downloading;
  if (c.as<status>(1) == status::refused) {
    to.has_failed = true;
    to.cause = c.as<errc>(4);
    to.detail = c.text(5);
  }
  return {c.integer(3), c.integer(2)};
}

/// Reads the newest crawl; false when it has not ended. One that finds nothing modified has neither an address nor a format: those of the crawl that
/// brought the documents count.
bool read_newest(database& db, const crawl_rows& rows, seed_crawl& to) {
  auto c = db.query(
      "SELECT e.status, e.open, e.begun_ms, e.cause, e.detail, coalesce(d.base_uri, s.uri), d.format "
      "FROM entries e JOIN seeds s ON s.id = e.seed JOIN entries d ON d.id = ?2 WHERE e.id = ?1",
      rows.newest, rows.document > 0 ? rows.document : rows.newest);
  if (!c.next()) return false;
  if (c.integer(1) > 0) {
    to.is_running = true;
    return false;
  }
  to.begun = c.time(2);
  to.uri = c.text(5);
  to.is_page = c.as<rdf_format>(6) == rdf_format::rdfa;
  if (const auto ended = c.as<status>(0); ended == status::failed || ended == status::refused) {
    to.has_failed = true;
    to.cause = c.as<errc>(3);
    to.detail = c.text(4);
  }
  return true;
}

}  // namespace

result<seed_crawl> seed_crawls::of(const record_hash& seed) {
  auto documents = announcement_reader{db_}.documents(seed);
  if (!documents) return tl::unexpected(documents.error());
  return answered([&] {
    auto& db = db_.state_->db;
    seed_crawl found;
    const auto rows = read_seed_state(db, seed, found);
    if (rows.newest == 0 || !read_newest(db, rows, found)) return found;
    if (rows.document > 0) add_losses(db, rows.document, found);
    found.documents = *documents;
    return found;
  });
}

result<void> seed_crawls::enlist(const std::string& uri, timestamp now) {
  constexpr seconds ten_years{
      315'360'000};  // so that a new one is due at once, and later only when it is made due
  if (auto begun = db_.begin(); !begun) return begun;
  const auto added = laundromat::enlist(db_, seed_request{uri, ten_years, 0}, {}, now);
  if (!added) {
    db_.roll_back();
    return tl::unexpected(added.error());
  }
  if (auto done = db_.commit(); !done) return done;
  if (added->answer == seed_answer::refused) return fail(added->verdict.code, uri + " cannot be crawled");
  return {};
}

result<bool> seed_crawls::make_due(const record_hash& seed, timestamp now) {
  return steering_store{db_}.make_due(seed, now);
}

}  // namespace laundromat
