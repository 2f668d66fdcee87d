// Writes the result of each stage together with its transition.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/keyed_table.hpp"
#include "core/codec/damage_rule.hpp"
#include "core/rdf/model/declared_prefixes.hpp"
#include "core/records/announced_links.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/journal_announcements.hpp"
#include "storage/journal/journal_revisit.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

namespace {

/// Stores what was measured of the decoded document, if it differs from the body as received.
void store_decoded(database& db, row_id entry, const entry_columns& set, const content_meta& meta) {
  if (!set.decoded_is_wire || *set.decoded_is_wire) return;
  db.run("INSERT OR REPLACE INTO decoded_contents VALUES (?1, ?2, ?3, ?4, ?5, ?6)", entry, meta.newline,
         meta.bytes, meta.chars, meta.lines, meta.digest);
}

/// The row of the texts with all evidence of one kind.
row_id evidence_number(journal_tables& s, const std::vector<evidence>& rows) {
  std::string key;
  for (const auto& e : rows) {
    for (const std::string_view field :
         {std::string_view{e.source}, std::string_view{e.value}, std::string_view{e.note}})
      key.append(std::to_string(field.size())).append(":").append(field);
    key.append(std::to_string(e.rank)).append(e.chosen ? "+" : "-");
  }
  return s.texts.number_of(s.db, key, [&] {
    auto list = nlohmann::json::array();
    for (const auto& e : rows) list.push_back({e.source, e.value, e.rank, e.chosen ? 1 : 0, e.note});
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
}

/// Sets the column of the text; an empty one has none.
void set_text(journal_tables& s, std::optional<row_id>& column, std::string_view text) {
  if (!text.empty()) column = s.texts.number_of(s.db, text);
}

void store_defects(database& db, row_id entry, stage of, const std::vector<defect>& rows) {
  for (const auto& d : rows)
    db.run(
        "INSERT INTO defects (entry, stage, rule, offset_bytes, length_bytes, line, in_line, message, done, "
        "before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        entry, of, d.rule, d.offset_bytes, d.length_bytes, d.line, d.column, d.message, d.done,
        blob{d.before}, d.after);
}

/// Returns the change of the sum of all counts.
std::int64_t store_defect_count(database& db, row_id entry, stage of, errc rule, std::uint64_t count) {
  std::int64_t before = 0;
  {
    auto c = db.query("SELECT count FROM defect_counts WHERE entry = ?1 AND stage = ?2 AND rule = ?3", entry,
                      of, rule);
    if (c.next()) before = c.integer(0);
  }
  db.run("INSERT OR REPLACE INTO defect_counts VALUES (?1, ?2, ?3, ?4)", entry, of, rule, count);
  return static_cast<std::int64_t>(count) - before;
}

std::int64_t store_defect_counts(database& db, row_id entry, stage of, const std::vector<defect>& rows) {
  std::map<errc, std::uint64_t> counts;
  std::int64_t sum = 0;
  for (const auto& d : rows) ++counts[d.rule];
  for (const auto& [rule, count] : counts) sum += store_defect_count(db, entry, of, rule, count);
  return sum;
}

/// Stores the defects of an entry's bytes before parsing. Returns the change of the sum of counts.
std::int64_t store_damage(database& db, row_id entry, stage of, const std::vector<stream_warning>& damage) {
  std::vector<defect> rows;
  rows.reserve(damage.size());
  for (const auto& d : damage)
    rows.push_back({d.code, d.offset_bytes, 0, d.line, d.column, d.message,
                    treatment_of(d.code, wash_profile::standard)});
  store_defects(db, entry, of, rows);
  return store_defect_counts(db, entry, of, rows);
}

// Announcements have defects as well, with numbers from 147 to 152.
#define LAUNDROMAT_IS_STREAM_DAMAGE "rule NOT BETWEEN 147 AND 152"

/// Deletes stream damage of earlier stages when the parser reports it again. Returns the change of the sum of counts.
std::int64_t drop_damage(database& db, row_id entry, const std::vector<defect_count>& counts) {
  if (std::ranges::none_of(counts, [](const defect_count& c) { return is_stream_damage(c.rule); })) return 0;
  db.run("DELETE FROM defects WHERE entry = ?1 AND stage < ?2 AND " LAUNDROMAT_IS_STREAM_DAMAGE, entry,
         stage::parse);
  auto gone =
      db.query("DELETE FROM defect_counts WHERE entry = ?1 AND stage < ?2 AND " LAUNDROMAT_IS_STREAM_DAMAGE
               " RETURNING count",
               entry, stage::parse);
  std::int64_t sum = 0;
  while (gone.next()) sum -= gone.integer(0);
  return sum;
}

}  // namespace

// CR and LF cannot occur in a field (RFC 9110 section 5.5), so they end fields here.
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

namespace {

/// `head_is_stored`: the head of the last answer is stored with its body. That of a further part (206) is not.
void store_hops(journal_tables& s, const loaded_entry& row, const std::vector<http_hop>& hops,
                bool head_is_stored) {
  for (const auto& hop : hops) {
    const bool has_head = !head_is_stored || &hop != &hops.back() || hop.status == "206";
    std::optional<row_id> address;
    set_text(s, address, hop.address);
    const bool is_first_address = hop.uri == row.uri;
    s.db.run(
        "INSERT INTO hops (entry, ordinal, attempt, uri, status, version_major, version_minor, headers, "
        "after_ms, walltime_us, wire_bytes, decoded_bytes, address, error, detail) SELECT ?1, "
        "coalesce(max(ordinal) + 1, 0), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14 FROM hops "
        "WHERE entry = ?1",
        row.id, row.attempt, is_first_address ? std::nullopt : std::optional<std::string_view>{hop.uri},
        hop.status, hop.version_major, hop.version_minor,
        blob{has_head ? header_lines(hop.headers) : std::string{}}, (hop.begun - row.begun).count(),
        hop.walltime.count(), hop.wire_bytes, hop.decoded_bytes, address, hop.error, hop.detail);
  }
}

/// Adds the requests of a download to what their hosts have cost.
void count_requests(journal_tables& s, const std::vector<http_hop>& hops) {
  for (const auto& hop : hops) {
    const auto authority = authority_key(hop.uri);
    if (authority) s.budgets.add(s.db, s.authorities.number_of(s.db, *authority), *authority, hop);
  }
}

struct archive_row {
  std::string uri, base;
  std::string chain;
  std::uint64_t input_bytes = 0;  ///< bytes received
};

archive_row load_archive(database& db, row_id id) {
  auto c = db.query(
      "SELECT coalesce(e.uri, s.uri), coalesce(e.base_uri, e.uri, s.uri), e.chain, iif(e.parent IS NULL, "
      "e.size_bytes, e.share_bytes) FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.id = ?1",
      id);
  if (!c.next()) refuse(errc::internal, "the row of an archive is missing");
  return {c.text(0), c.text(1), c.text(2), c.as<std::uint64_t>(3)};
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

bool becomes_entry(const archive_member& m) {
  return m.kind == member_kind::file && m.skipped == errc::ok;
}

/// Stores the members that an archive lists. Each is a statement of one row: below the savepoint of a change, SQLite 3.40 walks all pages changed
/// so far at the end of each statement that may store several.
void store_members(journal_tables& s, const loaded_entry& row, const entry_columns& set,
                   const unpack_outcome& fact, timestamp at) {
  auto& db = s.db;
  auto archive = load_archive(db, row.id);
  archive.chain = set.chain.value_or(archive.chain);
  archive.input_bytes = set.size_bytes.value_or(archive.input_bytes);
  const auto archive_base = set.base_uri.value_or("").empty() ? archive.base : *set.base_uri;
  const auto chain = fact.content.chain.empty() ? archive.chain : encode_chain(fact.content.chain);
  const auto t = found_in_archive();
  member_names names{row.hash};
  const auto shares = shares_of(fact.members, archive.input_bytes);
  auto share = shares.begin();
  for (const auto& m : fact.members) {
    const auto share_bytes = *share++;
    db.run("INSERT INTO members VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", row.id, m.ordinal, blob{m.path},
           m.kind, m.size_bytes, m.modified, m.permissions, m.skipped);
    if (m.kind == member_kind::other)
      continue;  // a request has the address of its response, and is no document
    const auto hash = names.name(m);
    if (!becomes_entry(m)) continue;
    auto child_chain = encode_chain(layers_of(fact.archive, m));
    if (!chain.empty()) child_chain = chain + '/' + child_chain;
    const auto uri = member_uri(archive.uri, m.path);
    std::optional<row_id> media_type, charset;
    set_text(s, media_type, m.media_type);
    set_text(s, charset, m.charset);
    const auto base = m.base_iri.empty() ? member_base(archive_base, m.path) : m.base_iri;
    if (db.query("SELECT 1 FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), hash).next())
      refuse(errc::journal_failed, "there is a member " + hash.hex() + " already");
    db.run(
        "INSERT INTO entries (hash, parent, root, seed, status, attempt, open, begun_ms, path, ordinal, "
        "size_bytes, uri, base_uri, chain, share_bytes, media_type, charset) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
        "1, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        hash, row.id, row.root, row.seed, t.to, t.attempt, at, blob{m.path}, m.ordinal, m.size_bytes, uri,
        base == uri ? std::nullopt : std::optional<std::string_view>{base}, child_chain, share_bytes,
        media_type, charset);
    const auto child = db.last_row();
    s.counts.add(entry_key(t.to, errc::ok, {}), 1, 0);
    if (!m.damage.empty()) (void)store_damage(db, child, stage::unpack, m.damage);
  }
}

/// The row of a clean document, inserted for its first source. `is_present`: the new source belongs to the present of its seed.
row_id clean_row(journal_tables& s, const parse_outcome& fact, timestamp at, bool is_present) {
  auto& db = s.db;
  const auto& clean = fact.clean;
  const auto stored_bytes = clean.place.is_null() ? clean.compressed_bytes : clean.place.length_bytes;
  // The identity of an exact one is its hash.
  const auto identity =
      clean.identity.kind == identity_kind::candidate ? std::optional{clean.identity.digest} : std::nullopt;
  db.run(
      "INSERT INTO cleans (hash, statements, quads, newline, bytes, chars, lines, compressed_bytes, "
      "written_ms, identity, identity_kind, segment, segment_offset, sources) SELECT ?1, ?2, ?3, ?4, ?5, ?6, "
      "?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14 WHERE NOT EXISTS (SELECT 1 FROM cleans c "
      "WHERE " LAUNDROMAT_HAS_HASH("c", "?1") ")",
      clean.hash, clean.statements, clean.quads, clean.content.newline, clean.content.bytes,
      clean.content.chars, clean.content.lines, stored_bytes, at, identity, clean.identity.kind,
      clean.place.serial, clean.place.offset_bytes, is_present);
  if (db.changed() > 0) {
    s.counts.add_clean({static_cast<std::int64_t>(clean.statements),
                        static_cast<std::int64_t>(clean.content.bytes), false, is_present ? 1 : 0},
                       1);
    return db.last_row();
  }
  row_id id = 0;
  counted_clean known;
  {
    auto c = db.query(
        "SELECT c.id, c.statements, c.bytes, c.removed_ms > 0, c.sources FROM cleans c "
        "WHERE " LAUNDROMAT_HAS_HASH("c", "?1"),
        clean.hash);
    if (!c.next()) refuse(errc::internal, "a clean document is missing");
    id = c.integer(0);
    known = {c.integer(1), c.integer(2), c.integer(3) != 0, c.integer(4)};
  }
  s.counts.add_clean(known, -1);
  s.counts.add_clean({known.statements, known.bytes, false, known.sources + (is_present ? 1 : 0)}, 1);
  // A removed or damaged document that is written again has its new place, and an identity if it had none.
  db.run(
      "UPDATE cleans SET compressed_bytes = iif(removed_ms > 0 OR ?5 > 0, ?4, compressed_bytes), segment = "
      "iif(?5 > 0, ?5, segment), segment_offset = iif(?5 > 0, ?6, segment_offset), removed_ms = 0, "
      "taken_down = 0, identity = iif(identity_kind = 0, ?2, identity), identity_kind = iif(identity_kind = "
      "0, ?3, identity_kind), sources = sources + ?7 WHERE id = ?1 AND (?7 > 0 OR removed_ms > 0 OR "
      "identity_kind = 0 OR (?5 > 0 AND (segment <> ?5 OR segment_offset <> ?6)))",
      id, identity, clean.identity.kind, stored_bytes, clean.place.serial, clean.place.offset_bytes,
      is_present);
  return id;
}

/// The row of the prefixes that a document declares, after parsing them, because they may come from a worker node; 0: none.
row_id prefixes_row(database& db, std::string_view text) {
  declared_prefixes declared;
  for (const auto& one : read_declared_prefixes(text)) declared.add(one.name, one.iri);
  const auto lines = declared.lines();
  if (lines.empty()) return 0;
  const auto digest = sha256(lines);
  db.run("INSERT INTO declared_prefixes (digest, lines) VALUES (?1, ?2) ON CONFLICT (digest) DO NOTHING",
         digest, lines);
  auto c = db.query("SELECT id FROM declared_prefixes WHERE digest = ?1", digest);
  return c.next() ? c.integer(0) : 0;
}

row_id previous_row_of(database& db, const content_digest& previous) {
  if (previous.is_null()) return 0;
  auto c = db.query("SELECT c.id FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1"), previous);
  return c.next() ? c.integer(0) : 0;
}

}  // namespace

void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const fetch_outcome& fact,
                 const change& c) {
  if (c.on == event::retry_later || c.on == event::put_off)
    set.not_before = fact.not_before;
  else if (fact.ended != timestamp{})
    set.ended = fact.ended;
  if (c.on != event::body_stored) return;
  set.raw_path = fact.raw_path;
  if (!fact.final_uri.empty()) set.base_uri = fact.final_uri == row.uri ? std::string{} : fact.final_uri;
  set_text(s, set.media_type, fact.media_type);
  set_text(s, set.charset, fact.charset);
  set.size_bytes = fact.wire.bytes;
  set.chain = encode_chain(fact.chain);
  if (fact.wire != content_meta{}) set.wire = fact.wire;
  if (!fact.hops.empty()) set.described_by = described_by(fact.hops.back());
}

void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const fetch_outcome& fact,
                const change& c) {
  store_hops(s, row, fact.hops, warc_capture_of(fact.raw_path).has_value());
  count_requests(s, fact.hops);
  if (c.on == event::not_modified) update_kept_answer(s, row, fact);
  if (c.on != event::body_stored) return;
  set.defects += store_damage(s.db, row.id, stage::fetch, fact.damage);
  keep_answer(s, row, fact);
  set.defects += store_announcements(s, row, stage::fetch, fact.announced, false, c.at);
}

void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const unpack_outcome& fact,
                 const change&) {
  if (!fact.encodings.empty()) set.encodings = evidence_number(s, fact.encodings);
  if (row.root == row.id) {
    set.unpacked_bytes += std::min(fact.spent_bytes, largest_sum);
    set.unpacked_entries += fact.members.size();
  }
  if (!fact.content.chain.empty()) set.chain = encode_chain(fact.content.chain);
  set_text(s, set.encoding, fact.encoding);
}

void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const unpack_outcome& fact,
                const change& c) {
  auto& db = s.db;
  store_defects(db, row.id, stage::unpack, fact.stream_defects);
  set.defects += store_defect_counts(db, row.id, stage::unpack, fact.stream_defects);
  if (row.root != row.id)
    db.run(
        "UPDATE entries SET unpacked_bytes = min(unpacked_bytes + ?2, ?3), unpacked_entries = "
        "unpacked_entries + ?4 WHERE id = ?1",
        row.root, std::min(fact.spent_bytes, largest_sum), largest_sum, fact.members.size());
  if (c.on == event::children_found) store_members(s, row, set, fact, c.at);
}

std::int64_t new_members(const change& c) {
  const auto* unpacked = std::get_if<unpack_outcome>(&c.fact);
  return unpacked && c.on == event::children_found ? std::ranges::count_if(unpacked->members, becomes_entry)
                                                   : 0;
}

void set_columns(journal_tables& s, const loaded_entry&, entry_columns& set, const guess_outcome& fact,
                 const change&) {
  if (!fact.formats.empty()) set.formats = evidence_number(s, fact.formats);
  set.format = fact.format;
  set.head = fact.head;
}

void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const guess_outcome& fact,
                const change& c) {
  set.defects +=
      store_announcements(s, row, stage::guess, fact.announced, c.on == event::announcements_found, c.at);
}

void set_columns(journal_tables& s, const loaded_entry& row, entry_columns& set, const parse_outcome& fact,
                 const change& c) {
  if (fact.decoded != content_meta{}) set.decoded_is_wire = (set.wire ? set.wire : row.wire) == fact.decoded;
  set.spans = fact.spans;
  set.ledger = fact.ledger.digest.is_null() ? std::string{} : std::string{fact.ledger.digest.view()};
  set.ledger_rows_left_out = fact.ledger.cut.rows_left_out;
  set.ledger_bytes_left_out = fact.ledger.cut.bytes_left_out;
  if (c.on != event::statements_stored) return;
  set.clean = clean_row(s, fact, c.at, row.root == row.document);
  set.read = fact.read;
  set.duplicates = fact.duplicates;
  set.delta_from = previous_row_of(s.db, fact.delta.previous);
  set.used_base = fact.used_base;
  set.forms = fact.forms;
  set.declares = fact.prefixes.empty() ? 0 : prefixes_row(s.db, fact.prefixes);
}

void store_rows(journal_tables& s, const loaded_entry& row, entry_columns& set, const parse_outcome& fact,
                const change& c) {
  auto& db = s.db;
  store_decoded(db, row.id, set, fact.decoded);
  if (fact.ledger.digest.is_null()) store_defects(db, row.id, stage::parse, fact.defects);
  for (const auto& d : fact.defect_counts)
    set.defects += store_defect_count(db, row.id, stage::parse, d.rule, d.count);
  set.defects += store_announcements(s, row, stage::parse, fact.announced, false, c.at);
  if (c.on != event::statements_stored) return;
  for (const auto& one : fact.counters)
    db.run("INSERT OR REPLACE INTO record_counts VALUES (?1, ?2, ?3, ?4)", row.id,
           s.texts.number_of(db, one.spec), s.texts.number_of(db, one.name), one.count);
  set.defects += drop_damage(db, row.id, fact.defect_counts);
  store_part(db, *set.clean, segment_kind::ledger, fact.ledger.digest, fact.ledger.place);
  store_part(db, *set.clean, segment_kind::delta, fact.delta.previous, fact.delta.place);
}

}  // namespace laundromat
