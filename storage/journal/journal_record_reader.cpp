// Reads the details of one record: connections, contents, evidence, defects, sources.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

/// The columns that `read_hop` reads.
#define LAUNDROMAT_SELECT_HOP                                                                              \
  "SELECT coalesce(h.uri, s.uri), h.status, h.version_major, h.version_minor, h.headers, e.begun_ms + "    \
  "h.after_ms, "                                                                                           \
  "h.walltime_us, h.wire_bytes, h.decoded_bytes, (SELECT text FROM texts WHERE id = h.address), h.error, " \
  "h.detail "                                                                                              \
  "FROM hops h JOIN entries e ON e.id = h.entry JOIN seeds s ON s.id = e.seed "

namespace {

row_id row_of(database& db, const char* sql, std::string_view hash, const std::string& name) {
  auto c = db.query(sql, blob{hash});
  if (!c.next()) refuse(errc::not_found, "no " + name);
  return c.integer(0);
}

row_id row_of(database& db, const record_ref& ref) {
  const auto name = std::string{to_string(ref.kind)} + ' ' + ref.hex();
  switch (ref.kind) {
    case record_kind::seed:
      return row_of(db, "SELECT s.id FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), ref.record.view(),
                    name);
    case record_kind::entry:
      return row_of(db, "SELECT e.id FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), ref.record.view(),
                    name);
    case record_kind::clean:
      return row_of(db, "SELECT c.id FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1"), ref.clean.view(),
                    name);
  }
  refuse(errc::invalid_argument, "unknown kind of record");
}

row_id entry_row(database& db, const record_hash& entry) {
  return row_of(db, {record_kind::entry, entry, {}});
}

std::vector<http_header> split_headers(std::string_view lines) {
  std::vector<http_header> headers;
  while (!lines.empty()) {
    const auto end = std::min(lines.find("\r\n"), lines.size());
    const auto line = lines.substr(0, end);
    const auto colon = std::min(line.find(": "), line.size());
    headers.push_back(
        {std::string{line.substr(0, colon)}, std::string{line.substr(std::min(colon + 2, line.size()))}});
    lines.remove_prefix(std::min(end + 2, lines.size()));
  }
  return headers;
}

http_hop read_hop(const cursor& c) {
  http_hop hop;
  hop.uri = c.text(0);
  hop.status = c.text(1);
  hop.version_major = c.as<std::uint32_t>(2);
  hop.version_minor = c.as<std::uint32_t>(3);
  hop.headers = split_headers(c.bytes(4));
  hop.begun = c.time(5);
  hop.walltime = std::chrono::microseconds{c.integer(6)};
  hop.wire_bytes = c.as<std::uint64_t>(7);
  hop.decoded_bytes = c.as<std::uint64_t>(8);
  hop.address = c.text(9);
  hop.error = c.as<errc>(10);
  hop.detail = c.text(11);
  return hop;
}

content_meta read_content(const cursor& c, int first) {
  return {c.as<newline_style>(first), c.as<std::uint64_t>(first + 1), c.as<std::uint64_t>(first + 2),
          c.as<std::uint64_t>(first + 3), c.digest<content_digest>(first + 4)};
}

}  // namespace

result<std::vector<http_hop>> journal_reader::hops(const record_hash& entry) {
  return answered([&] {
    return collect<http_hop>(state_->db.query(LAUNDROMAT_SELECT_HOP "WHERE h.entry = ?1 ORDER BY h.ordinal",
                                              entry_row(state_->db, entry)),
                             read_hop);
  });
}

result<std::string> journal_reader::earlier_body(const record_hash& seed, const content_digest& payload) {
  return answered([&] {
    auto c = state_->db.query("SELECT raw_path FROM entries WHERE seed = " LAUNDROMAT_SEED_ROW(
                                  "?1") " AND parent IS NULL AND raw_path <> '' AND raw_path NOT GLOB 'removed:*' AND wire_digest = ?2 ORDER BY id DESC LIMIT 1",
                              seed, payload);
    return c.next() ? c.text(0) : std::string{};
  });
}

result<std::vector<known_body>> journal_reader::newest_bodies(std::size_t limit, std::uint64_t least_bytes) {
  return answered([&] {
    return collect<known_body>(
        state_->db.query(
            "SELECT raw_path, wire_digest FROM entries WHERE id > (SELECT max(id) FROM entries) - 2 "
            "* ?1 AND parent IS NULL AND raw_path <> '' AND wire_digest IS NOT NULL AND size_bytes "
            ">= ?2 ORDER BY id DESC LIMIT ?1",
            limit, least_bytes),
        [](const cursor& c) {
          return known_body{c.text(0), c.digest<content_digest>(1)};
        });
  });
}

result<std::optional<stored_body>> journal_reader::last_body(const record_hash& seed) {
  return answered([&]() -> std::optional<stored_body> {
    stored_body body;
    {
      auto c =
          state_->db.query(LAUNDROMAT_SELECT_ENTRY
                           "WHERE e.seed = " LAUNDROMAT_SEED_ROW("?1") " AND e.parent IS NULL AND "
                           "e.raw_path <> '' ORDER BY e.id DESC LIMIT 1",
                           seed);
      if (!c.next()) return std::nullopt;
      body.download = read_entry(c);
    }
    const auto row = entry_row(state_->db, body.download.hash);
    {
      auto c =
          state_->db.query(LAUNDROMAT_SELECT_HOP "WHERE h.entry = ?1 ORDER BY h.ordinal DESC LIMIT 1", row);
      if (c.next()) body.last_hop = read_hop(c);
    }
    auto c = state_->db.query(
        "SELECT wire_newline, size_bytes, wire_chars, wire_lines, wire_digest FROM entries WHERE id = ?1 AND "
        "wire_digest IS NOT NULL",
        row);
    if (c.next()) body.wire = read_content(c, 0);
    return body;
  });
}

result<std::vector<content_row>> journal_reader::contents(const record_ref& record) {
  return answered([&] {
    return collect<content_row>(
        state_->db.query(
            "SELECT role, newline, bytes, chars, lines, digest FROM contents WHERE record = ?1 AND kind = ?2 "
            "ORDER BY role",
            row_of(state_->db, record), record.kind),
        [](const cursor& c) {
          return content_row{c.as<content_row::place>(0), read_content(c, 1)};
        });
  });
}

result<std::vector<evidence>> journal_reader::evidence_of(const record_hash& entry) {
  return answered([&] {
    return collect<evidence>(state_->db.query("SELECT kind, source, value, rank, chosen, note FROM evidence "
                                              "WHERE entry = ?1 ORDER BY kind, ordinal",
                                              entry_row(state_->db, entry)),
                             [](const cursor& c) {
                               return evidence{c.as<evidence_kind>(0), c.text(1),         c.text(2),
                                               c.as<std::uint32_t>(3), c.integer(4) != 0, c.text(5)};
                             });
  });
}

result<std::vector<defect_row>> journal_reader::defects(const record_hash& entry, std::size_t limit) {
  return answered([&] {
    return collect<defect_row>(
        state_->db.query(
            "SELECT stage, rule, offset_bytes, length_bytes, line, in_line, message, done, before, after "
            "FROM defects WHERE entry = ?1 ORDER BY id LIMIT ?2",
            entry_row(state_->db, entry), limit),
        [](const cursor& c) {
          return defect_row{
              c.as<stage>(0),
              {c.as<errc>(1), c.as<std::uint64_t>(2), c.as<std::uint64_t>(3), c.as<std::uint64_t>(4),
               c.as<std::uint64_t>(5), c.text(6), c.as<treatment>(7), c.text(8), c.text(9)}};
        });
  });
}

result<content_digest> journal_reader::ledger(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT e.ledger FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1") "AND e.ledger <> x''", entry);
    return c.next() ? c.digest<content_digest>(0) : content_digest{};
  });
}

result<ledger_cut> journal_reader::ledger_left_out(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT e.ledger_rows_left_out, e.ledger_bytes_left_out FROM entries e WHERE " LAUNDROMAT_HAS_HASH(
            "e", "?1"),
        entry);
    ledger_cut cut;
    if (!c.next()) return cut;
    cut.rows_left_out = c.as<std::uint64_t>(0);
    cut.bytes_left_out = c.as<std::uint64_t>(1);
    return cut;
  });
}

result<span_sums> journal_reader::spans(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT e.statement_bytes, e.syntax_bytes, e.quarantine_bytes FROM entries e "
        "WHERE " LAUNDROMAT_HAS_HASH("e", "?1"),
        entry);
    return c.next() ? span_sums{c.as<std::uint64_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)}
                    : span_sums{};
  });
}

result<std::vector<defect_count_row>> journal_reader::defect_counts(const record_hash& entry) {
  return answered([&] {
    return collect<defect_count_row>(
        state_->db.query("SELECT stage, rule, count FROM defect_counts WHERE entry = ?1 ORDER BY stage, rule",
                         entry_row(state_->db, entry)),
        [](const cursor& c) {
          return defect_count_row{c.as<stage>(0), {c.as<errc>(1), c.as<std::uint64_t>(2)}};
        });
  });
}

namespace {

/// The sums of the rows `c` that `among`, with its arguments, selects.
template <class... Args>
std::vector<counter_value> sums_of_counts(database& db, const std::string& among, const Args&... args) {
  return collect<counter_value>(
      db.query_text("SELECT t.text, n.text, sum(c.count) FROM record_counts c JOIN texts t ON t.id = c.spec "
                    "JOIN texts n ON n.id = c.name " +
                        among + " GROUP BY c.spec, c.name ORDER BY t.text, n.text <> 'records', n.text",
                    args...),
      [](const cursor& c) {
        return counter_value{std::string(c.text(0)), std::string(c.text(1)), c.as<std::uint64_t>(2)};
      });
}

}  // namespace

result<std::vector<counter_value>> journal_reader::record_counts(const record_hash& entry) {
  return answered(
      [&] { return sums_of_counts(state_->db, "WHERE c.entry = ?1", entry_row(state_->db, entry)); });
}

result<std::vector<counter_value>> journal_reader::record_counts(crawl_scope crawls) {
  return answered([&] {
    return sums_of_counts(state_->db, crawls == crawl_scope::all
                                          ? ""
                                          : "JOIN entries e ON e.id = c.entry JOIN seeds s ON s.id = e.seed "
                                            "WHERE " LAUNDROMAT_IS_PRESENT);
  });
}

result<std::string> journal_reader::head(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query("SELECT e.head FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), entry);
    if (!c.next()) refuse(errc::not_found, "no entry " + entry.hex());
    return c.text(0);
  });
}

result<clean_record> journal_reader::clean(const content_digest& hash) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT c.statements, c.quads, c.compressed_bytes, c.written_ms, c.newline, c.bytes, c.chars, "
        "c.lines, c.hash, coalesce(c.identity, iif(c.identity_kind = 1, c.hash, NULL)), c.identity_kind, "
        "c.removed_ms, c.segment, c.segment_offset FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1"),
        hash);
    if (!c.next()) refuse(errc::not_found, "no clean document " + hash.hex());
    return clean_record{
        hash,
        c.as<std::uint64_t>(0),
        c.as<std::uint64_t>(1),
        read_content(c, 4),
        c.as<std::uint64_t>(2),
        c.time(3),
        {c.digest<content_digest>(9), c.as<identity_kind>(10)},
        c.as<std::uint32_t>(12) == 0
            ? segment_place{}
            : segment_place{c.as<std::uint32_t>(12), c.as<std::uint64_t>(13), c.as<std::uint64_t>(2)},
        c.time(11)};
  });
}

result<std::vector<content_digest>> journal_reader::same_data(const content_digest& clean) {
  return answered([&] {
    return collect<content_digest>(
        state_->db.query(
            "SELECT o.hash FROM cleans c JOIN cleans o ON o.identity = c.identity WHERE " LAUNDROMAT_HAS_HASH(
                "c", "?1") "AND o.id <> c.id AND o.removed_ms = 0 ORDER BY o.id",
            clean),
        [](const cursor& c) { return c.digest<content_digest>(0); });
  });
}

result<std::vector<prefix>> journal_reader::prefixes(const content_digest& clean, const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT p.lines FROM entries e JOIN declared_prefixes p ON p.id = e.declares WHERE e.clean "
        "= " LAUNDROMAT_CLEAN_ROW("?1") " ORDER BY e.hash <> ?2, e.id LIMIT 1",
        clean, entry);
    return c.next() ? read_declared_prefixes(c.text(0)) : std::vector<prefix>{};
  });
}

result<document_reading> journal_reader::reading_of(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT e.used_base, e.triple_terms, e.directions FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e",
                                                                                                     "?1"),
        entry);
    document_reading read;
    if (c.next()) read = {c.integer(0) != 0, {c.as<triple_term_form>(1), c.as<direction_form>(2)}};
    return read;
  });
}

result<content_digest> journal_reader::delta_from(const record_hash& entry) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT c.hash FROM entries e JOIN cleans c ON c.id = e.delta_from WHERE " LAUNDROMAT_HAS_HASH("e",
                                                                                                       "?1"),
        entry);
    return c.next() ? c.digest<content_digest>(0) : content_digest{};
  });
}

result<std::vector<kept_change>> journal_reader::changes_of(const content_digest& clean) {
  return answered([&] {
    return collect<kept_change>(
        state_->db.query(
            "SELECT DISTINCT n.hash, f.hash, t.hash FROM cleans d JOIN entries e ON e.clean = d.id JOIN "
            "entries n ON n.id IN (SELECT id FROM entries WHERE seed = e.seed AND parent IS NULL UNION ALL "
            "SELECT id FROM entries WHERE seed = e.seed AND parent IS NOT NULL) JOIN cleans f ON f.id = "
            "n.delta_from JOIN cleans t ON t.id = n.clean WHERE " LAUNDROMAT_HAS_HASH(
                "d", "?1") "AND (f.id = d.id OR t.id = d.id) ORDER BY n.id",
            clean),
        [](const cursor& c) {
          return kept_change{c.digest<record_hash>(0), c.digest<content_digest>(1),
                             c.digest<content_digest>(2)};
        });
  });
}

result<std::vector<clean_source>> journal_reader::sources(const content_digest& clean, crawl_scope crawls,
                                                          std::uint32_t most) {
  return answered([&] {
    const auto row = row_of(state_->db, {record_kind::clean, {}, clean});
    return collect<clean_source>(
        state_->db.query(
            "SELECT e.hash, coalesce(e.uri, s.uri), e.read, e.duplicates, " LAUNDROMAT_IS_PRESENT_DOCUMENT
            " AS now FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.clean = ?1 AND (now OR ?2) ORDER "
            "BY e.id LIMIT ?3",
            row, crawls == crawl_scope::all, std::int64_t{most}),
        [](const cursor& c) {
          return clean_source{c.digest<record_hash>(0), c.text(1), c.as<std::uint64_t>(2),
                              c.as<std::uint64_t>(3), c.integer(4) != 0};
        });
  });
}

result<std::string> journal_reader::version_at(timestamp at) {
  return answered([&]() -> std::string {
    auto c = state_->db.query(
        "SELECT signature FROM washings WHERE since_ms <= ?1 AND signature NOT GLOB 'records *' ORDER BY "
        "rowid "
        "DESC LIMIT 1",
        at);
    if (!c.next()) return {};
    const auto signature = c.text(0);
    return signature.substr(0, signature.find(' '));
  });
}

result<std::uint64_t> journal_reader::count_sources(const content_digest& clean) {
  return answered([&] {
    const auto row = row_of(state_->db, {record_kind::clean, {}, clean});
    auto counted = state_->db.query("SELECT count(*) FROM entries WHERE clean = ?1", row);
    return counted.next() ? counted.as<std::uint64_t>(0) : 0;
  });
}

}  // namespace laundromat
