// Implements the kept counts: the changes of a group, another present of a seed, and the same from all records.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/kept_counts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "storage/journal/present_crawl.hpp"

namespace laundromat {

namespace {

bool is_http_status(std::string_view text) {
  return text.size() == 3 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

#define LAUNDROMAT_IN_TREE(COLUMNS)                                          \
  "(SELECT " COLUMNS " FROM entries WHERE id = ?2 UNION ALL SELECT " COLUMNS \
  " FROM entries WHERE seed = ?1 AND parent IS NOT NULL AND root = ?2)"

/// Adds the finished entries of a tree to the past, or removes them.
void move_entries(database& db, count_changes& counts, row_id seed, row_id root, int sign) {
  auto c = db.query("SELECT status, cause, " LAUNDROMAT_HTTP_STATUS
                    ", count(*), coalesce(sum(iif(status = 10, (SELECT sum(count) FROM defect_counts d WHERE "
                    "d.entry = id), 0)), 0) "
                    "FROM " LAUNDROMAT_IN_TREE("id, status, cause, detail") " WHERE " LAUNDROMAT_IS_FINAL
                                                                            " GROUP BY 1, 2, 3",
                    seed, root);
  while (c.next()) {
    counts.add({count_kind::entries, c.as<status>(0), c.as<errc>(1), c.text(2)}, 0, sign * c.integer(3));
    counts.add({count_kind::defects}, 0, sign * c.integer(4));
  }
}

/// Adds the clean documents of a tree to those with a present source, or removes them.
void move_sources(database& db, count_changes& counts, row_id seed, row_id root, int sign) {
  std::vector<std::pair<row_id, std::int64_t>> moved;
  {
    auto c = db.query(
        "SELECT clean, count(*) FROM " LAUNDROMAT_IN_TREE("clean") " WHERE clean IS NOT NULL GROUP BY 1",
        seed, root);
    while (c.next()) moved.emplace_back(c.integer(0), sign * c.integer(1));
  }
  for (const auto& [clean, by] : moved) {
    auto c = db.query(
        "UPDATE cleans SET sources = sources + ?2 WHERE id = ?1 RETURNING statements, bytes, removed_ms > 0, "
        "sources",
        clean, by);
    if (!c.next()) continue;
    counted_clean row{c.integer(0), c.integer(1), c.integer(2) != 0, c.integer(3)};
    counts.add_clean(row, 1);
    row.sources -= by;
    counts.add_clean(row, -1);
    c.next();
  }
}

counted_sums read_sums(cursor c) {
  counted_sums all;
  while (c.next())
    if (c.integer(4) != 0 || c.integer(5) != 0)
      all[{c.as<count_kind>(0), c.as<status>(1), c.as<errc>(2), c.text(3)}] = {c.integer(4), c.integer(5)};
  return all;
}

}  // namespace

counted_key seed_key(status current, errc cause) {
  return {count_kind::seeds, current, current == status::refused ? cause : errc::ok};
}

counted_key entry_key(status current, errc cause, std::string_view detail) {
  const bool is_shown = cause == errc::http_status && is_http_status(detail);
  return {count_kind::entries, current, cause, is_shown ? std::string{detail} : std::string{}};
}

void count_changes::add(const counted_key& key, std::int64_t total, std::int64_t past) {
  if (total == 0 && past == 0) return;
  auto& sum = open_[key];
  sum.total += total;
  sum.past += past;
}

void count_changes::add_seed(const seed_group& group, int sign) {
  const auto number = static_cast<status>(group.is);
  add({count_kind::classes, number}, sign, 0);
  if (group.has_document) add({count_kind::classes_with_document, number}, sign, 0);
}

void count_changes::add_clean(const counted_clean& clean, int sign) {
  const bool is_past = clean.sources == 0;
  const auto add_sum = [&](counted_key key, std::int64_t value) {
    add(key, sign * value, is_past ? sign * value : 0);
  };
  add_sum({count_kind::cleans, status::cleaned}, 1);
  if (clean.is_removed) return;
  add_sum({count_kind::documents}, 1);
  add_sum({count_kind::statements}, clean.statements);
  add_sum({count_kind::bytes}, clean.bytes);
}

void count_changes::keep() {
  for (const auto& [key, sum] : open_) {
    auto& known = group_[key];
    known.total += sum.total;
    known.past += sum.past;
  }
  open_.clear();
}

void count_changes::forget() {
  group_.clear();
  open_.clear();
}

void count_changes::write(database& db) {
  keep();
  auto rows = nlohmann::json::array();
  for (const auto& [key, sum] : group_)
    if (sum != counted_sum{})
      rows.push_back({key.what, key.current, key.cause, key.http_status, sum.total, sum.past});
  if (!rows.empty())
    db.run(
        "INSERT INTO counts SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value "
        "->> 5 FROM "
        "json_each(?1) WHERE true ON CONFLICT (what, status, cause, http_status) DO UPDATE SET total = total "
        "+ "
        "excluded.total, past = past + excluded.past",
        rows.dump());
  group_.clear();
}

seed_group seed_group_of(database& db, row_id seed) {
  auto c = db.query("SELECT " LAUNDROMAT_SEED_CLASS ", " LAUNDROMAT_SEED_HAS_DOCUMENT
                    " FROM seeds s WHERE s.id = ?1",
                    seed);
  if (!c.next()) return {};
  return {c.as<seed_class>(0), c.integer(1) != 0};
}

present_downloads present_downloads_of(database& db, row_id seed) {
  auto c = db.query(
      "SELECT coalesce(present, 0), coalesce(document, 0), coalesce((SELECT iif(status = 14, id, 0) FROM "
      "entries WHERE "
      "seed = ?1 AND parent IS NULL AND open = 0 ORDER BY id DESC LIMIT 1), 0) FROM seeds WHERE id = ?1",
      seed);
  if (!c.next()) return {};
  return {c.integer(0), c.integer(1), c.integer(2)};
}

void count_another_present(database& db, count_changes& counts, row_id seed,
                           const present_downloads& before) {
  const auto after = present_downloads_of(db, seed);
  for (const auto root : std::set{before.present, before.document, before.unchanged, after.present,
                                  after.document, after.unchanged}) {
    if (root == 0 || before.has_root(root) == after.has_root(root)) continue;
    move_entries(db, counts, seed, root, after.has_root(root) ? -1 : 1);
  }
  if (before.document == after.document) return;
  if (after.document != 0) move_sources(db, counts, seed, after.document, 1);
  if (before.document != 0) move_sources(db, counts, seed, before.document, -1);
}

counted_sums kept_counts(database& db) {
  return read_sums(db.query("SELECT what, status, cause, http_status, total, past FROM counts"));
}

counted_sums counts_of_records(database& db) {
  return read_sums(db.query(LAUNDROMAT_COUNT_RECORDS));
}

}  // namespace laundromat
