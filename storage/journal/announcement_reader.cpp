// Reads announcements.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/announcement_reader.hpp"

#include <algorithm>

#include "core/web/seed_hash.hpp"
#include "storage/journal/announced_sums.hpp"
#include "storage/journal/dataset_facts.hpp"
#include "storage/journal/dataset_ways.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_path = 64;

#define LAUNDROMAT_SELECT_ANNOUNCEMENT                                                                  \
  "SELECT b.hash, coalesce(b.uri, ''), s.hash, s.uri, a.kind, coalesce((SELECT text FROM texts WHERE "  \
  "id = a.via), ''), coalesce((SELECT key FROM datasets WHERE id = a.dataset), ''), a.modified_ms, "    \
  "a.first_ms, a.last_ms FROM announcements a JOIN seeds s ON s.id = a.seed LEFT JOIN seeds b ON b.id " \
  "= a.announced_by "

announcement_row read_announcement(const cursor& c) {
  announcement_row row;
  if (!c.is_null(0)) row.announcer = c.digest<record_hash>(0);
  row.announcer_uri = c.text(1);
  row.seed = c.digest<record_hash>(2);
  row.uri = c.text(3);
  row.kind = c.as<announced_as>(4);
  row.via = c.text(5);
  row.dataset = c.text(6);
  row.modified = c.time(7);
  row.first = c.time(8);
  row.last = c.time(9);
  return row;
}

dataset_row read_dataset(const cursor& c) {
  auto dataset = dataset_of(c.text(3));
  if (!dataset) refuse(dataset.error().code, dataset.error().detail);
  auto taken = taken_way_of(c.text(3));
  if (!taken) refuse(taken.error().code, taken.error().detail);
  return {
      c.integer(0), c.digest<record_hash>(1), c.text(2), *std::move(dataset), *std::move(taken), c.time(4),
      c.time(5)};
}

std::vector<announcement_row> announcers_of(database& db, const record_hash& seed, std::size_t limit) {
  return collect<announcement_row>(
      db.query(LAUNDROMAT_SELECT_ANNOUNCEMENT
               "WHERE a.seed = " LAUNDROMAT_SEED_ROW("?1") " ORDER BY a.first_ms, a.announced_by LIMIT ?2",
               seed, limit),
      read_announcement);
}

}  // namespace

result<seed_origin> announcement_reader::origin(const record_hash& seed) {
  return answered([&] {
    auto c = state_->db.query("SELECT s.depth, s.found_as FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"),
                              seed);
    if (!c.next()) refuse(errc::not_found, "no seed " + seed.hex());
    seed_origin out{c.as<std::uint32_t>(0), {}};
    if (c.integer(1) > 0) out.found_as = c.as<announced_as>(1);
    return out;
  });
}

result<std::vector<announcement_row>> announcement_reader::announcers(const record_hash& seed,
                                                                      std::size_t limit) {
  return answered([&] { return announcers_of(state_->db, seed, limit); });
}

result<std::vector<announcement_row>> announcement_reader::announced_by(const record_hash& seed,
                                                                        std::size_t limit) {
  return answered([&] {
    return collect<announcement_row>(
        state_->db.query(LAUNDROMAT_SELECT_ANNOUNCEMENT "WHERE a.announced_by = " LAUNDROMAT_SEED_ROW(
                             "?1") " ORDER BY a.seed, a.kind LIMIT ?2",
                         seed, limit),
        read_announcement);
  });
}

result<std::vector<announced_sum>> announcement_reader::sums(const record_hash& entry) {
  return answered([&] {
    return collect<announced_sum>(
        state_->db.query(
            "SELECT cause, count, refused_uris FROM announced WHERE entry = " LAUNDROMAT_ENTRY_ROW(
                "?1") " ORDER BY cause",
            entry),
        [](const cursor& c) {
          return announced_sum{c.as<errc>(0), c.as<std::uint64_t>(1), read_refused_uris(c.text(2))};
        });
  });
}

result<void> announcement_reader::each_dataset(const record_hash& seed,
                                               const std::function<bool(const dataset_row&)>& take) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT d.id, s.hash, s.uri, d.facts, d.first_ms, d.last_ms FROM datasets d JOIN seeds s ON s.id = "
        "d.announced_by WHERE ?2 OR d.announced_by = " LAUNDROMAT_SEED_ROW("?1") " ORDER BY s.uri, d.id",
        seed, seed.is_null());
    while (c.next())
      if (!take(read_dataset(c))) return;
  });
}

result<void> announcement_reader::each_dataset_with(std::string_view text,
                                                    const std::function<bool(const dataset_row&)>& take) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT d.id, s.hash, s.uri, d.facts, d.first_ms, d.last_ms FROM datasets d JOIN seeds s ON s.id = "
        "d.announced_by WHERE instr(d.facts, ?1) > 0 ORDER BY s.uri, d.id",
        text);
    while (c.next())
      if (!take(read_dataset(c))) return;
  });
}

result<std::vector<fetched_document>> announcement_reader::documents(const record_hash& seed) {
  return answered([&] {
    std::vector<fetched_document> out;
    static_assert(status::parsed ==
                  status{10});  // written out, because a bound one is prepared again each time
    auto c = state_->db.query(
        "SELECT c.hash, c.statements FROM seeds s JOIN cleans c ON c.id IN (SELECT e.clean FROM entries e "
        "WHERE e.id = s.document AND e.status = 10 UNION SELECT m.clean FROM entries m WHERE m.seed = s.id "
        "AND m.root = s.document AND m.parent IS NOT NULL AND m.status = 10) WHERE " LAUNDROMAT_IS_SEED("s",
                                                                                                        "?1"),
        seed);
    while (c.next()) out.push_back({c.digest<content_digest>(0), c.as<std::uint64_t>(1)});
    return out;
  });
}

result<known_file> announcement_reader::file(const record_hash& seed) {
  return answered([&] {
    auto& db = state_->db;
    const auto row = row_of_seed(db, seed);
    if (row == 0) return known_file{};
    known_file out{.spent = find_spent(db, row)};
    auto c = db.query(
        "SELECT d.begun_ms, d.size_bytes, EXISTS (SELECT 1 FROM entries e JOIN cleans c ON c.id = e.clean "
        "WHERE e.seed = s.id AND coalesce(e.root, e.id) = d.id AND e.status = ?2 AND c.removed_ms = 0) FROM "
        "seeds s JOIN entries d ON d.id = s.document WHERE s.id = ?1 AND d.open = 0",
        row, status::parsed);
    if (!c.next()) return out;
    out.at = c.time(0);
    out.body_bytes = c.as<std::uint64_t>(1);
    out.has_documents = c.integer(2) != 0;
    return out;
  });
}

result<std::vector<refused_announcement>> announcement_reader::refused(std::string_view uri,
                                                                       std::size_t limit) {
  return answered([&] {
    std::vector<refused_announcement> out;
    const auto wanted = seed_hash(uri);
    auto c = state_->db.query(
        "SELECT s.hash, s.uri, e.hash, e.begun_ms, a.cause, a.refused_uris FROM announced a JOIN entries e "
        "ON e.id = a.entry JOIN seeds s ON s.id = e.seed WHERE a.cause <> 0 AND (instr(a.refused_uris, ?1) > "
        "0 OR instr(a.refused_uris, ?2) > 0) ORDER BY a.entry DESC",
        uri, normalize_seed(uri));
    while (out.size() < limit && c.next()) {
      for (const auto& one : read_refused_uris(c.text(5))) {
        if (seed_hash(one.uri) != wanted) continue;
        refused_announcement row{c.digest<record_hash>(0),
                                 c.text(1),
                                 c.digest<record_hash>(2),
                                 c.time(3),
                                 one.kind,
                                 c.as<errc>(4)};
        const bool is_known = std::ranges::any_of(out, [&](const refused_announcement& other) {
          return other.announcer == row.announcer && other.kind == row.kind;
        });
        if (!is_known && out.size() < limit) out.push_back(std::move(row));
      }
    }
    return out;
  });
}

result<std::vector<announcement_row>> announcement_reader::path_to(const record_hash& seed) {
  return answered([&] {
    std::vector<announcement_row> path;
    auto current = seed;
    const auto is_on_path = [&](const record_hash& one) {
      return one == seed || std::ranges::find(path, one, &announcement_row::announcer) != path.end();
    };
    while (path.size() < longest_path) {
      {
        auto c =
            state_->db.query("SELECT s.found_as FROM seeds s WHERE " LAUNDROMAT_IS_SEED("s", "?1"), current);
        if (!c.next()) refuse(errc::not_found, "no seed " + current.hex());
        if (c.integer(0) == 0) break;
      }
      auto first = announcers_of(state_->db, current, 1);
      if (first.empty()) break;
      const bool ends = first.front().announcer.is_null() || is_on_path(first.front().announcer);
      current = first.front().announcer;
      path.insert(path.begin(), std::move(first.front()));
      if (ends) break;
    }
    return path;
  });
}

}  // namespace laundromat
