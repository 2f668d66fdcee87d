// Loads and writes the row of an entry.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// How changes set a column: in a row that exists, and in a new row.
struct column_rule {
  const char* name;
  std::string in_row, when_new;
};

column_rule given(const char* name, const std::string& value) {
  return {name, value, value};
}

/// Nothing keeps the value; a new row has `otherwise`.
column_rule kept(const char* name, const std::string& value, const std::string& otherwise = "NULL") {
  return {name, "coalesce(" + value + ", " + name + ")", "coalesce(" + value + ", " + otherwise + ")"};
}

/// Nothing keeps the value; `none` sets NULL.
column_rule cleared(const char* name, const std::string& value, const std::string& none) {
  const auto set = "nullif(" + value + ", " + none + ")";
  return {name, "iif(" + value + " IS NULL, " + name + ", " + set + ")", set};
}

/// ?1 is the number of the row, and ?2 to ?46 are bound by `write_row`.
std::array<column_rule, 43> column_rules() {
  return {given("status", "?2"),
          given("attempt", "?3"),
          given("cause", "?4"),
          given("detail", "?5"),
          given("crashes", "?6"),
          {"open", "open + ?7", "1 + ?7"},
          given("has_worker", "?8"),
          {"history", "iif(history = '', ?9, history || ',' || ?9)", "?9"},
          {"took_ms", "coalesce(?10, took_ms, ?11)", "coalesce(?10, ?11)"},
          kept("not_before_ms", "?12", "0"),
          kept("size_bytes", "?13", "0"),
          kept("format", "?14", "0"),
          kept("clean", "?15"),
          kept("read", "?16", "0"),
          kept("duplicates", "?17", "0"),
          kept("statement_bytes", "?18", "0"),
          kept("syntax_bytes", "?19", "0"),
          kept("quarantine_bytes", "?20", "0"),
          kept("encoding", "?21"),
          kept("media_type", "?22"),
          kept("charset", "?23"),
          kept("encodings", "?24"),
          kept("formats", "?25"),
          cleared("declares", "?26", "0"),
          kept("wire_newline", "?27"),
          kept("wire_chars", "?28"),
          kept("wire_lines", "?29"),
          kept("wire_digest", "?30"),
          kept("decoded_is_wire", "?31", "0"),
          kept("used_base", "?32", "0"),
          kept("chain", "?33", "''"),
          cleared("base_uri", "?34", "''"),
          kept("raw_path", "?35", "''"),
          {"unpacked_bytes", "min(unpacked_bytes + ?36, ?37)", "min(?36, ?37)"},
          {"unpacked_entries", "unpacked_entries + ?38", "?38"},
          cleared("delta_from", "?39", "0"),
          kept("ledger", "?40", "x''"),
          kept("ledger_rows_left_out", "?41", "0"),
          kept("ledger_bytes_left_out", "?42", "0"),
          kept("head", "?43", "''"),
          kept("triple_terms", "?44", "0"),
          kept("directions", "?45", "0"),
          kept("described_by", "?46", "''")};
}

std::string update_statement() {
  std::string sets;
  for (const auto& column : column_rules())
    sets += (sets.empty() ? "" : ", ") + std::string{column.name} + " = " + column.in_row;
  return "UPDATE entries SET " + sets + " WHERE id = ?1";
}

std::string insert_statement() {
  std::string names = "hash, seed, begun_ms", values = "?47, ?48, ?49";
  for (const auto& column : column_rules()) {
    names += std::string{", "} + column.name;
    values += ", " + column.when_new;
  }
  return "INSERT INTO entries (" + names + ") VALUES (" + values + ")";
}

template <class... Keys>
void write_row(database& db, const std::string& statement, const loaded_entry& row, const entry_columns& set,
               const Keys&... keys) {
  const auto took = [&](std::optional<timestamp> at) {
    return at ? std::optional{(*at - row.begun).count()} : std::nullopt;
  };
  const auto* wire = set.wire ? &*set.wire : nullptr;
  const auto of_wire = [&](auto value) { return wire ? std::optional{value} : std::nullopt; };
  const auto of_forms = [&](auto member) {
    return set.forms ? std::optional{(*set.forms).*member} : std::nullopt;
  };
  const auto of_spans = [&](auto member) {
    return set.spans ? std::optional{(*set.spans).*member} : std::nullopt;
  };
  db.run(statement.c_str(), row.id, row.current, row.attempt, row.cause, row.detail, row.crashes, set.open,
         row.has_worker, set.history, took(set.ended), took(set.final_at), set.not_before, set.size_bytes,
         set.format, set.clean, set.read, set.duplicates, of_spans(&span_sums::statement_bytes),
         of_spans(&span_sums::syntax_bytes), of_spans(&span_sums::quarantine_bytes), set.encoding,
         set.media_type, set.charset, set.encodings, set.formats, set.declares,
         wire ? std::optional{wire->newline} : std::nullopt, of_wire(wire ? wire->chars : 0),
         of_wire(wire ? wire->lines : 0), wire ? std::optional{wire->digest} : std::nullopt,
         set.decoded_is_wire, set.used_base, set.chain, set.base_uri, set.raw_path,
         std::min(set.unpacked_bytes, largest_sum), largest_sum, set.unpacked_entries, set.delta_from,
         set.ledger ? std::optional{blob{*set.ledger}} : std::nullopt, set.ledger_rows_left_out,
         set.ledger_bytes_left_out, set.head, of_forms(&rdf_forms::triple_terms),
         of_forms(&rdf_forms::directions), set.described_by, keys...);
}

}  // namespace

void write_entry(database& db, const loaded_entry& row, const entry_columns& set) {
  static const auto statement = update_statement();
  write_row(db, statement, row, set);
}

row_id insert_entry(database& db, const loaded_entry& row, const entry_columns& set) {
  static const auto statement = insert_statement();
  write_row(db, statement, row, set, row.hash, row.seed, row.begun);
  return db.last_row();
}

loaded_entry load_entry(database& db, const record_hash& hash) {
  auto c = db.query(
      "SELECT e.id, e.parent, coalesce(e.root, e.id), e.seed, e.status, e.attempt, e.crashes, e.open, "
      "e.has_worker, e.begun_ms, "
      "s.hash, s.status, coalesce(s.document, 0), iif(e.parent IS NULL, s.uri, ''), e.wire_newline, "
      "e.size_bytes, e.wire_chars, e.wire_lines, e.wire_digest, coalesce(s.present, e.id) <> "
      "coalesce(e.root, e.id), e.cause, iif(e.cause = 38, e.detail, ''), coalesce(s.present, 0), (SELECT "
      "coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = e.id), s.crawls FROM entries e JOIN "
      "seeds s ON "
      "s.id = e.seed "
      "WHERE " LAUNDROMAT_HAS_HASH("e", "?1"),
      hash);
  if (!c.next()) refuse(errc::not_found, "no entry " + hash.hex());
  loaded_entry row;
  row.id = c.integer(0);
  row.parent = c.integer(1);
  row.root = c.integer(2);
  row.seed = c.integer(3);
  row.hash = hash;
  row.current = c.as<status>(4);
  row.attempt = c.as<std::uint32_t>(5);
  row.crashes = c.as<std::uint32_t>(6);
  row.open = c.integer(7);
  row.has_worker = c.integer(8) != 0;
  row.begun = c.time(9);
  row.seed_hash = c.digest<record_hash>(10);
  row.seed_status = c.as<status>(11);
  row.document = c.integer(12);
  row.was_crawled = c.integer(19) != 0;
  row.cause = c.as<errc>(20);
  row.detail = c.text(21);
  row.present = c.integer(22);
  row.defects = c.integer(23);
  row.crawls = c.integer(24);
  row.uri = c.text(13);
  if (!c.is_null(14))
    row.wire = content_meta{c.as<newline_style>(14), c.as<std::uint64_t>(15), c.as<std::uint64_t>(16),
                            c.as<std::uint64_t>(17), c.digest<content_digest>(18)};
  return row;
}

}  // namespace laundromat
