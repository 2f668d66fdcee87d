// Keeps the fields of answers by which a crawl asks only for changes, and settles intervals.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_revisit.hpp"

#include <algorithm>

#include "core/web/http_values.hpp"
#include "core/web/kept_answer.hpp"
#include "storage/journal/dataset_ways.hpp"

namespace laundromat {

namespace {

constexpr seconds longest_interval{100'000'000'000};  // sums of milliseconds stay far from overflow

std::vector<field_view> fields_of(const http_hop& hop) {
  std::vector<field_view> out;
  out.reserve(hop.headers.size());
  for (const auto& h : hop.headers) out.push_back({h.name, h.value});
  return out;
}

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional{text};
}

std::optional<row_id> number_or_null(journal_tables& s, std::string_view text) {
  return text.empty() ? std::nullopt : std::optional{s.texts.number_of(s.db, text)};
}

/// Writes what an answer left. `visits` and `changes` stay.
void write_kept(journal_tables& s, row_id seed, row_id entry, const kept_fields& kept, timestamp fresh) {
  s.db.run(
      "INSERT INTO revisits (seed, entry, etag, last_modified, cache_control, expires, vary, fresh_until_ms, "
      "given_s, own_s) SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, interval_s, interval_s FROM seeds WHERE id = "
      "?1 ON CONFLICT (seed) DO UPDATE SET entry = excluded.entry, etag = excluded.etag, last_modified = "
      "excluded.last_modified, cache_control = excluded.cache_control, expires = excluded.expires, vary = "
      "excluded.vary, fresh_until_ms = excluded.fresh_until_ms",
      seed, entry, text_or_null(kept.etag), text_or_null(kept.last_modified),
      number_or_null(s, kept.cache_control), text_or_null(kept.expires), number_or_null(s, kept.vary), fresh);
}

/// The row of the kept crawl of a seed; 0: there is none. The newest body is there or at a node, and has led to documents, of which none is removed
/// or lost, or is no RDF, it was washed as it would be now, by the same specifications where they matter, and it announced nothing that was not followed then and may be now.
row_id kept_row(database& db, row_id seed) {
  auto c = db.query(
      "SELECT e.id FROM entries e WHERE e.id = (SELECT n.id FROM entries n WHERE n.seed = ?1 AND n.parent IS "
      "NULL AND n.wire_digest IS NOT NULL ORDER BY n.id DESC LIMIT 1) AND (e.status IN (?2, ?3) OR (e.status "
      "= ?4 AND e.cause = ?5)) AND e.open = 0 AND e.raw_path NOT GLOB 'removed:*' AND e.begun_ms >= "
      "coalesce((SELECT max(since_ms) FROM washings WHERE signature NOT GLOB 'records *'), 0) AND "
      "(e.begun_ms >= "
      "coalesce((SELECT max(since_ms) FROM washings WHERE signature GLOB 'records *'), 0) OR NOT "
      "(e.status = ?4 OR e.format = ?7 OR EXISTS (SELECT 1 FROM entries m WHERE m.seed = ?1 AND m.root = "
      "e.id "
      "AND (m.status = ?4 OR m.format = ?7)))) AND NOT EXISTS (SELECT 1 FROM cleans c WHERE c.id = "
      "e.clean AND c.removed_ms > 0) AND NOT EXISTS (SELECT 1 FROM entries m LEFT JOIN cleans c ON c.id = "
      "m.clean WHERE m.seed = ?1 AND m.root = e.id AND m.parent IS NOT NULL AND (c.removed_ms > 0 OR "
      "(m.status = ?4 AND m.cause = ?6))) AND NOT EXISTS (SELECT 1 FROM following f WHERE f.since_ms >= "
      "e.begun_ms AND (f.cause = 0 OR EXISTS (SELECT 1 FROM announced a WHERE a.entry = e.id AND a.cause = "
      "f.cause) OR EXISTS (SELECT 1 FROM entries m JOIN announced a ON a.entry = m.id AND a.cause = f.cause "
      "WHERE m.seed = ?1 AND m.root = e.id AND m.parent IS NOT NULL)))",
      seed, status::parsed, status::depleted, status::failed, errc::non_rdf_format, errc::digest_mismatch,
      rdf_format::records);
  return c.next() ? c.integer(0) : 0;
}

struct kept_interval {
  row_id entry = 0, document = 0, clean = 0;  ///< `clean` is that of the document
  seconds given{}, own{};
  timestamp fresh_until{};
  std::string last_modified;
  status of_document{};
};

std::optional<kept_interval> load_interval(database& db, row_id seed) {
  auto c = db.query(
      "SELECT r.entry, coalesce(s.document, 0), coalesce(d.clean, 0), r.given_s, r.own_s, r.fresh_until_ms, "
      "coalesce(r.last_modified, ''), coalesce(d.status, 0) FROM revisits r JOIN seeds s ON s.id = r.seed "
      "LEFT JOIN entries d ON d.id = s.document WHERE r.seed = ?1",
      seed);
  if (!c.next()) return std::nullopt;
  return kept_interval{c.integer(0),          c.integer(1), c.integer(2), seconds{c.integer(3)},
                       seconds{c.integer(4)}, c.time(5),    c.text(6),    c.as<status>(7)};
}

struct ended_root {
  status current{};
  row_id clean = 0;
};

ended_root load_root(database& db, row_id root) {
  auto c = db.query("SELECT status, coalesce(clean, 0) FROM entries WHERE id = ?1", root);
  if (!c.next()) return {};
  return {c.as<status>(0), c.integer(1)};
}

/// Other bytes that are the same data are no change: servers write dates and comments into documents.
crawl_finding finding_of(const kept_interval& known, row_id root, const ended_root& ended) {
  const bool has_documents = ended.current == status::parsed || ended.current == status::depleted;
  if (ended.current == status::unchanged) return crawl_finding::unchanged;
  if (!has_documents) return crawl_finding::nothing;
  const bool had_documents = known.document != root &&
                             (known.of_document == status::parsed || known.of_document == status::depleted);
  if (!had_documents) return crawl_finding::first;
  const bool is_same = ended.current == status::parsed && ended.clean != 0 && ended.clean == known.clean;
  return is_same ? crawl_finding::unchanged : crawl_finding::changed;
}

}  // namespace

void keep_answer(journal_tables& s, const loaded_entry& row, const fetch_outcome& fact) {
  const auto* answer = answer_of(fact.hops);
  const auto fields = answer ? fields_of(*answer) : std::vector<field_view>{};
  const auto kept = fields_to_keep(fields, fact.ended);
  const bool is_adaptive = s.intervals && s.intervals->adaptive;
  if (kept.is_empty() && !is_adaptive && !row.was_crawled) return;
  if (kept.is_empty() && !is_adaptive &&
      !s.db.query("SELECT 1 FROM revisits WHERE seed = ?1", row.seed).next())
    return;
  const auto fresh = answer ? fresh_until(kept, times_of(fields, answer->begun, fact.ended)) : timestamp{};
  write_kept(s, row.seed, row.id, kept, fresh);
}

void update_kept_answer(journal_tables& s, const loaded_entry& row, const fetch_outcome& fact) {
  const auto* answer = answer_of(fact.hops);
  if (!answer || fact.compared_with.is_null()) return;
  kept_fields kept;
  row_id entry = 0;
  {
    auto c = s.db.query(
        "SELECT entry, coalesce(etag, ''), coalesce(last_modified, ''), coalesce((SELECT text FROM texts "
        "WHERE id = cache_control), ''), coalesce(expires, ''), coalesce((SELECT text FROM texts WHERE id = "
        "vary), '') FROM revisits WHERE seed = ?1",
        row.seed);
    if (c.next()) {
      entry = c.integer(0);
      kept = {c.text(1), c.text(2), c.text(3), c.text(4), c.text(5)};
    }
  }
  const auto fields = fields_of(*answer);
  // The same bytes came with a whole answer, whose fields replace the kept ones.
  kept =
      answer->status == "304" ? updated_by_304(kept, fields, fact.ended) : fields_to_keep(fields, fact.ended);
  if (entry == 0 && kept.is_empty()) return;
  if (entry == 0 || answer->status != "304") {
    auto c =
        s.db.query("SELECT e.id FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), fact.compared_with);
    if (!c.next()) return;
    entry = c.integer(0);
  }
  write_kept(s, row.seed, entry, kept, fresh_until(kept, times_of(fields, answer->begun, fact.ended)));
}

void check_compared(database& db, const loaded_entry& row, const fetch_outcome& fact) {
  if (fact.compared_with.is_null()) return;
  auto c = db.query("SELECT e.hash FROM entries e WHERE e.id = ?1", kept_row(db, row.seed));
  if (!c.next() || c.digest<record_hash>(0) != fact.compared_with)
    refuse(errc::not_found, "the documents that " + row.hash.hex() + " was compared with are not kept");
}

void settle_interval(journal_tables& s, row_id seed, row_id root, timestamp now) {
  if (!s.intervals) return;
  auto known = load_interval(s.db, seed);
  if (!known && !s.intervals->adaptive) return;
  if (!known) {
    write_kept(s, seed, root, {}, {});
    known = load_interval(s.db, seed);
  }
  if (!known) return;
  interval_facts facts{known->own, known->given, finding_of(*known, root, load_root(s.db, root)), {}};
  if (const auto modified = parse_http_date(known->last_modified, now))
    facts.age = std::chrono::floor<seconds>(now - *modified);
  const auto own = std::clamp(next_interval(facts, *s.intervals), seconds{0}, longest_interval);
  const auto fresh = std::max(milliseconds{0}, known->fresh_until - now);
  const auto due = due_interval(own, std::chrono::ceil<seconds>(fresh), *s.intervals);
  const bool is_visit = facts.found == crawl_finding::changed || facts.found == crawl_finding::unchanged;
  s.db.run("UPDATE revisits SET own_s = ?2, visits = visits + ?3, changes = changes + ?4 WHERE seed = ?1",
           seed, own.count(), is_visit, facts.found == crawl_finding::changed);
  s.db.run("UPDATE seeds SET interval_s = ?2 WHERE id = ?1 AND interval_s <> ?2", seed, due.count());
}

void journal::use_intervals(const interval_rules& rules) {
  state_->intervals = rules;
}

result<void> journal::note_washing(std::string_view signature, std::string_view specs, timestamp now) {
  return answered([&] {
    auto& db = state_->db;
    const auto note = [&](std::string_view text, bool is_of_records) {
      {
        auto c = db.query(
            "SELECT signature FROM washings WHERE (signature GLOB 'records *') = ?1 ORDER BY rowid DESC "
            "LIMIT 1",
            std::int64_t{is_of_records});
        if (c.next() ? c.text(0) == text : is_of_records && specs.empty()) return;
      }
      db.run("INSERT INTO washings VALUES (?1, ?2)", now, text);
    };
    note(signature, false);
    note("records " + std::string(specs), true);
  });
}

result<kept_crawl> journal::kept_of(const record_hash& hash) {
  return answered([&]() -> kept_crawl {
    auto& db = state_->db;
    row_id seed = 0;
    {
      auto c = db.query("SELECT s.id FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), hash);
      if (!c.next()) refuse(errc::not_found, "no seed " + hash.hex());
      seed = c.integer(0);
    }
    const auto kept = kept_row(db, seed);
    if (kept == 0 || has_spent_way(db, seed)) return {};
    auto c = db.query(
        "SELECT e.hash, coalesce(e.base_uri, s.uri), coalesce(r.etag, ''), coalesce(r.last_modified, ''), "
        "e.wire_digest, coalesce((SELECT text FROM texts WHERE id = e.media_type), ''), coalesce((SELECT "
        "text FROM texts WHERE id = e.charset), '') FROM entries e JOIN seeds s ON s.id = e.seed LEFT JOIN "
        "revisits r ON r.seed = s.id AND r.entry = e.id WHERE e.id = ?1",
        kept);
    if (!c.next()) return {};
    kept_crawl out{c.digest<record_hash>(0), c.text(1), c.text(2), c.text(3), {}, c.text(5), c.text(6)};
    if (!c.is_null(4)) out.body = c.digest<content_digest>(4);
    return out;
  });
}

result<revisit_facts> journal::revisits_of(const record_hash& hash) {
  return answered([&]() -> revisit_facts {
    auto c = state_->db.query(
        "SELECT coalesce(etag, ''), coalesce(last_modified, ''), fresh_until_ms, visits, changes FROM "
        "revisits WHERE seed = " LAUNDROMAT_SEED_ROW("?1"),
        hash);
    if (!c.next()) return {};
    return {c.text(0), c.text(1), c.time(2), c.as<std::uint64_t>(3), c.as<std::uint64_t>(4)};
  });
}

}  // namespace laundromat
