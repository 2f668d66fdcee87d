// Converts rows to seed and entry records.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "storage/journal/journal_state.hpp"

namespace laundromat {

std::string encode_chain(const decode_chain& chain) {
  std::string out;
  for (const auto& l : chain) {
    if (!out.empty()) out += '/';
    out += std::to_string(static_cast<int>(l.kind));
    if (is_member(l.kind)) out += ':' + std::to_string(l.ordinal);
  }
  return out;
}

decode_chain decode_stored_chain(std::string_view text) {
  decode_chain chain;
  while (!text.empty()) {
    const auto end = std::min(text.find('/'), text.size());
    const auto part = text.substr(0, end);
    unsigned kind = 0;
    layer l;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), kind);
    if (read.ptr != part.data() + part.size())
      std::from_chars(read.ptr + 1, part.data() + part.size(), l.ordinal);
    l.kind = static_cast<layer_kind>(kind);
    chain.push_back(l);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return chain;
}

namespace {

/// Parses lines of a rule's number, an offset and a message.
std::vector<stream_warning> read_damage(std::string_view lines) {
  std::vector<stream_warning> all;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const auto line = lines.substr(0, end);
    unsigned rule = 0;
    stream_warning row;
    const auto place = std::from_chars(line.data(), line.data() + line.size(), rule);
    const auto* const at = std::min(place.ptr + 1, line.data() + line.size());
    const auto message = std::from_chars(at, line.data() + line.size(), row.offset_bytes);
    row.code = static_cast<errc>(rule);
    row.message.assign(std::min(message.ptr + 1, line.data() + line.size()), line.data() + line.size());
    if (place.ec == std::errc{} && message.ec == std::errc{}) all.push_back(std::move(row));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return all;
}

}  // namespace

seed_record read_seed(const cursor& c) {
  seed_record s;
  s.hash = c.digest<record_hash>(0);
  s.uri = c.text(1);
  s.relative = c.integer(2) != 0;
  s.current = c.as<status>(3);
  s.cause = c.as<errc>(4);
  s.authority = c.text(5);
  s.added = c.time(6);
  s.processed = c.time(7);
  s.interval = seconds{c.integer(8)};
  s.priority = c.as<std::int32_t>(9);
  s.crawls = c.as<std::uint64_t>(10);
  s.is_found = c.integer(11) != 0;
  s.is_sitemap = c.integer(11) == static_cast<std::int64_t>(announced_as::sitemap);
  return s;
}

entry_record read_entry(const cursor& c) {
  entry_record e;
  e.hash = c.digest<record_hash>(0);
  e.seed = c.digest<record_hash>(3);
  e.parent = c.is_null(1) ? e.seed : c.digest<record_hash>(1);
  e.root = c.is_null(2) ? e.hash : c.digest<record_hash>(2);
  e.current = c.as<status>(4);
  e.attempt = c.as<std::uint32_t>(5);
  e.crashes = c.as<std::uint32_t>(6);
  e.cause = c.as<errc>(7);
  e.detail = c.text(8);
  e.path = c.text(9);
  e.ordinal = c.as<std::uint64_t>(10);
  e.size_bytes = c.as<std::uint64_t>(11);
  e.uri = c.text(12);
  e.base_uri = c.text(13);
  e.media_type = c.text(14);
  e.charset = c.text(15);
  e.content = {c.text(16), decode_stored_chain(c.bytes(17))};
  e.encoding = c.text(18);
  e.format = c.as<rdf_format>(19);
  e.clean = c.digest<content_digest>(20);
  e.begun = c.time(21);
  e.ended = c.time(22);
  e.not_before = c.time(23);
  e.share_bytes = c.as<std::uint64_t>(entry_share_column);
  e.is_found = c.integer(entry_found_column) != 0;
  e.is_sitemap = c.integer(entry_found_column) == static_cast<std::int64_t>(announced_as::sitemap);
  e.described_by = c.text(entry_described_column);
  if (!c.is_null(entry_damage_column)) e.damage = read_damage(c.text(entry_damage_column));
  return e;
}

row_id insert_seed(database& db, const added_seed& seed) {
  const bool is_due = seed.interval_s < to_ms(seed.added) / 1'000;
  db.run(
      "INSERT INTO seeds (id, hash, uri, authority, relative, status, added_ms, interval_s, priority, depth, "
      "found_as, queued) VALUES (1 + max((SELECT coalesce(max(id), 0) FROM seeds), (SELECT "
      "coalesce(max(last_seed), 0) FROM queue_runs WHERE run > 0)), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
      "?11)",
      seed.hash, seed.uri, seed.authority, seed.relative, seed.current, seed.added, seed.interval_s,
      seed.priority, seed.depth, seed.found_as, is_due);
  const auto row = db.last_row();
  add_seed_hash(db, seed.hash, row);
  if (is_due)
    db.run("INSERT INTO queue VALUES (0, ?1, ?2, ?3)", seed.authority, -std::int64_t{seed.priority}, row);
  return row;
}

}  // namespace laundromat
