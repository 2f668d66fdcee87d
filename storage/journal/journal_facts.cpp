// Writes the result of each stage together with its transition.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "core/base/keyed_table.hpp"
#include "core/codec/damage_rule.hpp"
#include "core/rdf/model/declared_prefixes.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t largest_sum = std::uint64_t{1} << 60;  // the sum of two fits into an SQLite integer

void store_content(database& db, record_kind kind, row_id record, content_role role,
                   const content_meta& meta) {
  if (meta == content_meta{}) return;  // not computed
  db.run("INSERT OR REPLACE INTO contents VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", kind, record, role,
         meta.newline, meta.bytes, meta.chars, meta.lines, meta.digest);
}

void store_evidence(database& db, row_id entry, const std::vector<evidence>& rows) {
  std::int64_t ordinal = 0;
  for (const auto& e : rows)
    db.run("INSERT OR REPLACE INTO evidence VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", entry, e.kind,
           ordinal++, e.source, e.value, e.rank, e.chosen, e.note);
}

void store_defects(database& db, row_id entry, stage of, const std::vector<defect>& rows) {
  for (const auto& d : rows)
    db.run(
        "INSERT INTO defects (entry, stage, rule, offset_bytes, length_bytes, line, in_line, message, done, "
        "before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        entry, of, d.rule, d.offset_bytes, d.length_bytes, d.line, d.column, d.message, d.done,
        blob{d.before}, d.after);
}

void store_defect_count(database& db, row_id entry, stage of, errc rule, std::uint64_t count) {
  db.run("INSERT OR REPLACE INTO defect_counts VALUES (?1, ?2, ?3, ?4)", entry, of, rule, count);
}

void store_defect_counts(database& db, row_id entry, stage of, const std::vector<defect>& rows) {
  std::map<errc, std::uint64_t> counts;
  for (const auto& d : rows) ++counts[d.rule];
  for (const auto& [rule, count] : counts) store_defect_count(db, entry, of, rule, count);
}

/// Stores the defects of an entry's bytes before parsing.
void store_damage(database& db, row_id entry, stage of, const std::vector<stream_warning>& damage) {
  std::vector<defect> rows;
  rows.reserve(damage.size());
  for (const auto& d : damage)
    rows.push_back({d.code, d.offset_bytes, 0, d.line, d.column, d.message,
                    treatment_of(d.code, wash_profile::standard)});
  store_defects(db, entry, of, rows);
  store_defect_counts(db, entry, of, rows);
}

/// Deletes stream damage of earlier stages when the parser reports it again.
void drop_damage(database& db, row_id entry, const std::vector<defect_count>& counts) {
  if (std::ranges::none_of(counts, [](const defect_count& c) { return is_stream_damage(c.rule); })) return;
  db.run("DELETE FROM defects WHERE entry = ?1 AND stage < ?2", entry, stage::parse);
  db.run("DELETE FROM defect_counts WHERE entry = ?1 AND stage < ?2", entry, stage::parse);
}

/// CR and LF cannot occur in a field (RFC 9110 section 5.5), so they end fields here.
std::string header_lines(const std::vector<http_header>& headers) {
  std::string out;
  const auto append = [&](std::string_view field) {
    for (char c : field) out.push_back(c == '\r' || c == '\n' ? ' ' : c);
  };
  for (const auto& h : headers) {
    append(h.name);
    out += ": ";
    append(h.value);
    out += "\r\n";
  }
  return out;
}

void store_hop(database& db, const loaded_entry& row, const http_hop& hop) {
  db.run(
      "INSERT INTO hops (entry, attempt, uri, status, version_major, version_minor, headers, begun_ms, "
      "walltime_us, "
      "wire_bytes, decoded_bytes, address, error, detail) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
      row.id, row.attempt, hop.uri, hop.status, hop.version_major, hop.version_minor,
      blob{header_lines(hop.headers)}, hop.begun, hop.walltime.count(), hop.wire_bytes, hop.decoded_bytes,
      hop.address, hop.error, hop.detail);
}

struct archive_row {
  std::string uri;
  std::string chain;
  std::uint64_t input_bytes = 0;  ///< bytes received
};

archive_row load_archive(database& db, row_id id) {
  auto c = db.query(
      "SELECT uri, chain, iif(parent IS NULL, size_bytes, share_bytes) FROM entries WHERE id = ?1", id);
  if (!c.next()) refuse(errc::internal, "the row of an archive is missing");
  return {c.text(0), c.text(1), c.as<std::uint64_t>(2)};
}

/// Names the members of one archive. Repeated paths get their ordinal appended, again until the name is
/// free, so that no two members get the same name.
class member_names {
 public:
  explicit member_names(const record_hash& archive) : archive_(archive) {}

  record_hash name(const archive_member& member) {
    const bool repeated = !paths_.emplace(member.path).second;
    auto hash = member_hash(archive_, member.path, member.ordinal, repeated);
    for (std::string path = member.path; !hashes_.insert(hash).second;) {
      path += ' ' + std::to_string(member.ordinal);
      hash = member_hash(archive_, path, member.ordinal, true);
    }
    return hash;
  }

 private:
  record_hash archive_;
  keyed_set<std::string> paths_;
  keyed_set<record_hash> hashes_;
};

transition found_in_archive() {
  record_state state{record_kind::entry};
  auto t = state.advance(event::found_in_archive);
  if (!t) refuse(t.error().code, t.error().detail);
  return *t;
}

std::int64_t store_members(database& db, const loaded_entry& row, const unpack_outcome& fact, timestamp at) {
  const auto archive = load_archive(db, row.id);
  const auto chain = fact.content.chain.empty() ? archive.chain : encode_chain(fact.content.chain);
  const auto t = found_in_archive();
  member_names names{row.hash};
  const auto shares = shares_of(fact.members, archive.input_bytes);
  auto share = shares.begin();
  std::int64_t files = 0;
  for (const auto& m : fact.members) {
    const auto share_bytes = *share++;
    db.run("INSERT INTO members VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", row.id, m.ordinal, blob{m.path},
           m.kind, m.size_bytes, m.modified, m.permissions, m.skipped);
    if (m.kind == member_kind::other)
      continue;  // a request has the address of its response, and is no document
    const auto hash = names.name(m);
    if (m.kind != member_kind::file || m.skipped != errc::ok) continue;
    ++files;
    auto child_chain = encode_chain({{fact.archive, m.ordinal}});
    if (!chain.empty()) child_chain = chain + '/' + child_chain;
    const auto uri = member_uri(archive.uri, m.path);
    db.run(
        "INSERT INTO entries (hash, parent, root, seed, status, attempt, open, begun_ms, path, ordinal, "
        "size_bytes, uri, base_uri, chain, share_bytes, media_type, charset) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
        "1, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        hash, row.id, row.root, row.seed, t.to, t.attempt, at, blob{m.path}, m.ordinal, m.size_bytes, uri,
        m.base_iri.empty() ? uri : m.base_iri, child_chain, share_bytes, m.media_type, m.charset);
    const auto child = db.last_row();
    write_transition(db, child, t, at, errc::ok, {});
    if (!m.damage.empty()) store_damage(db, child, stage::unpack, m.damage);
  }
  return files;
}

/// The row of a clean document, inserted for its first source.
row_id clean_row(database& db, const parse_outcome& fact, timestamp at) {
  const auto& clean = fact.clean;
  record_state state{record_kind::clean};
  const auto t = state.advance(event::written);
  if (!t) refuse(t.error().code, t.error().detail);
  const auto stored_bytes = clean.place.is_null() ? clean.compressed_bytes : clean.place.length_bytes;
  db.run(
      "INSERT INTO cleans (hash, status, statements, quads, compressed_bytes, written_ms, identity, "
      "identity_kind, segment, segment_offset) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT "
      "(hash) DO NOTHING",
      clean.hash, t->to, clean.statements, clean.quads, stored_bytes, at, clean.identity.digest,
      clean.identity.kind, clean.place.serial, clean.place.offset_bytes);
  if (db.changed() == 0) {
    // A removed or damaged document that is written again has its new place, and an identity if it had none.
    db.run(
        "UPDATE cleans SET compressed_bytes = iif(removed_ms > 0 OR ?5 > 0, ?4, compressed_bytes), "
        "segment = iif(?5 > 0, ?5, segment), segment_offset = iif(?5 > 0, ?6, segment_offset), removed_ms = "
        "0, "
        "identity = iif(identity_kind = 0, ?2, identity), identity_kind = "
        "iif(identity_kind = 0, ?3, identity_kind) WHERE hash = ?1 AND (removed_ms > 0 OR identity_kind = 0 "
        "OR (?5 > 0 AND (segment <> ?5 OR segment_offset <> ?6)))",
        clean.hash, clean.identity.digest, clean.identity.kind, stored_bytes, clean.place.serial,
        clean.place.offset_bytes);
    auto c = db.query("SELECT id FROM cleans WHERE hash = ?1", clean.hash);
    return c.next() ? c.integer(0) : 0;
  }
  const auto id = db.last_row();
  write_transition(db, id, *t, at, errc::ok, {});
  store_content(db, record_kind::clean, id, content_role::clean, clean.content);
  return id;
}

/// Stores the prefixes that a document declares, after parsing them, because they may come from a worker node.
void store_prefixes(database& db, row_id entry, std::string_view text) {
  declared_prefixes declared;
  for (const auto& one : read_declared_prefixes(text)) declared.add(one.name, one.iri);
  const auto lines = declared.lines();
  if (lines.empty()) return db.run("UPDATE entries SET declares = NULL WHERE id = ?1", entry);
  const auto digest = sha256(lines);
  db.run("INSERT INTO declared_prefixes (digest, lines) VALUES (?1, ?2) ON CONFLICT (digest) DO NOTHING",
         digest, lines);
  db.run("UPDATE entries SET declares = (SELECT id FROM declared_prefixes WHERE digest = ?2) WHERE id = ?1",
         entry, digest);
}

}  // namespace

std::int64_t store_fact(database& db, const loaded_entry& row, const fetch_outcome& fact, const change& c) {
  for (const auto& hop : fact.hops) store_hop(db, row, hop);
  if (c.on == event::retry_later || c.on == event::put_off)
    db.run("UPDATE entries SET not_before_ms = ?2 WHERE id = ?1", row.id, fact.not_before);
  else
    db.run("UPDATE entries SET ended_ms = ?2 WHERE id = ?1", row.id, fact.ended);
  if (c.on != event::body_stored) return 0;
  db.run(
      "UPDATE entries SET raw_path = ?2, base_uri = iif(?3 = '', base_uri, ?3), media_type = ?4, charset = "
      "?5, "
      "size_bytes = ?6, chain = ?7 WHERE id = ?1",
      row.id, fact.raw_path, fact.final_uri, fact.media_type, fact.charset, fact.wire.bytes,
      encode_chain(fact.chain));
  store_content(db, record_kind::entry, row.id, content_role::wire, fact.wire);
  store_damage(db, row.id, stage::fetch, fact.damage);
  return 0;
}

std::int64_t store_fact(database& db, const loaded_entry& row, const unpack_outcome& fact, const change& c) {
  store_defects(db, row.id, stage::unpack, fact.stream_defects);
  store_defect_counts(db, row.id, stage::unpack, fact.stream_defects);
  store_evidence(db, row.id, fact.encodings);
  db.run(
      "UPDATE entries SET unpacked_bytes = min(unpacked_bytes + ?2, ?3), unpacked_entries = unpacked_entries "
      "+ ?4 "
      "WHERE id = ?1",
      row.root, std::min(fact.spent_bytes, largest_sum), largest_sum, fact.members.size());
  if (!fact.content.chain.empty() || !fact.encoding.empty())
    db.run("UPDATE entries SET chain = iif(?2 = '', chain, ?2), encoding = ?3 WHERE id = ?1", row.id,
           encode_chain(fact.content.chain), fact.encoding);
  return c.on == event::children_found ? store_members(db, row, fact, c.at) : 0;
}

std::int64_t store_fact(database& db, const loaded_entry& row, const guess_outcome& fact, const change&) {
  store_evidence(db, row.id, fact.formats);
  db.run("UPDATE entries SET format = ?2, head = ?3 WHERE id = ?1", row.id, fact.format, fact.head);
  return 0;
}

std::int64_t store_fact(database& db, const loaded_entry& row, const parse_outcome& fact, const change& c) {
  store_content(db, record_kind::entry, row.id, content_role::decoded, fact.decoded);
  if (fact.ledger.digest.is_null()) store_defects(db, row.id, stage::parse, fact.defects);
  for (const auto& d : fact.defect_counts) store_defect_count(db, row.id, stage::parse, d.rule, d.count);
  db.run(
      "UPDATE entries SET statement_bytes = ?2, syntax_bytes = ?3, quarantine_bytes = ?4, ledger = ?5, "
      "ledger_rows_left_out = ?6, ledger_bytes_left_out = ?7 WHERE id = ?1",
      row.id, fact.spans.statement_bytes, fact.spans.syntax_bytes, fact.spans.quarantine_bytes,
      blob{fact.ledger.digest.is_null() ? std::string_view{} : fact.ledger.digest.view()},
      fact.ledger.cut.rows_left_out, fact.ledger.cut.bytes_left_out);
  if (c.on != event::statements_stored) return 0;
  drop_damage(db, row.id, fact.defect_counts);
  const auto clean = clean_row(db, fact, c.at);
  db.run("INSERT OR REPLACE INTO clean_sources VALUES (?1, ?2, ?3, ?4)", clean, row.id, fact.read,
         fact.duplicates);
  db.run(
      "UPDATE entries SET clean = ?2, delta_from = (SELECT id FROM cleans WHERE hash = ?3), used_base = ?4 "
      "WHERE id = ?1",
      row.id, clean, fact.delta.previous, fact.used_base);
  store_part(db, clean, segment_kind::ledger, fact.ledger.digest, fact.ledger.place);
  store_part(db, clean, segment_kind::delta, fact.delta.previous, fact.delta.place);
  store_prefixes(db, row.id, fact.prefixes);
  return 0;
}

}  // namespace laundromat
