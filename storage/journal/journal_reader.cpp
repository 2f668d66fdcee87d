// Implements counts, lists, and the search for a record.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_reader.hpp"

#include <algorithm>

#include "core/codec/damage_rule.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/present_crawl.hpp"

namespace laundromat {

namespace {

constexpr std::size_t fewest_digits = 4;
constexpr std::size_t listed_candidates = 8;

#define LAUNDROMAT_HASH_BETWEEN \
  "substr(hash, 1, 6) BETWEEN substr(?1, 1, 6) AND substr(?2, 1, 6) AND hash BETWEEN ?1 AND ?2"

std::int64_t behind(std::optional<std::uint64_t> ordinal) {
  return ordinal ? static_cast<std::int64_t>(*ordinal) : -1;
}

/// The lowest and the highest hash with a prefix, in bytes.
struct hash_range {
  std::string low, high;

  hash_range(std::string_view prefix, std::size_t size) {
    std::string lowest{prefix}, highest{prefix};
    lowest.resize(2 * size, '0');
    highest.resize(2 * size, 'f');
    low = from_hex(lowest).value_or("");
    high = from_hex(highest).value_or("");
  }
};

void find_records(database& db, const char* sql, record_kind kind, std::string_view prefix,
                  std::vector<record_ref>& found) {
  const std::size_t size = kind == record_kind::clean ? 32 : 16;
  if (prefix.size() > 2 * size) return;
  const hash_range range{prefix, size};
  auto c = db.query(sql, blob{range.low}, blob{range.high}, listed_candidates + 1);
  while (c.next()) found.push_back({kind, c.digest<record_hash>(0), c.digest<content_digest>(0)});
}

std::uint64_t in_scope(const counted_sum& sum, crawl_scope crawls) {
  const auto count = crawls == crawl_scope::all ? sum.total : sum.total - sum.past;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
}

record_ref the_one_of(const std::vector<record_ref>& found, std::string_view prefix) {
  if (found.empty()) refuse(errc::not_found, "no record has a hash that begins with " + std::string{prefix});
  if (found.size() == 1) return found.front();
  std::string text = "several records have a hash that begins with " + std::string{prefix} + ":";
  for (std::size_t i = 0; i < std::min(found.size(), listed_candidates); ++i)
    text += ' ' + std::string{to_string(found[i].kind)} + ' ' + found[i].hex();
  if (found.size() > listed_candidates) text += " and more";
  refuse(errc::invalid_argument, text);
}

}  // namespace

result<std::vector<status_count>> journal_reader::counts(crawl_scope crawls) {
  return answered([&] {
    std::vector<status_count> rows;
    for (const auto& [key, sum] : kept_counts(state_->db)) {
      const auto count = in_scope(sum, crawls);
      if (key.what > count_kind::cleans || count == 0) continue;
      rows.push_back({static_cast<record_kind>(key.what), key.current, key.cause, count, key.http_status});
    }
    return rows;
  });
}

result<document_totals> journal_reader::totals(crawl_scope crawls) {
  return answered([&] {
    const auto all = kept_counts(state_->db);
    const auto sum_of = [&](count_kind what) {
      const auto found = all.find({what});
      return found == all.end() ? 0 : in_scope(found->second, crawls);
    };
    return document_totals{sum_of(count_kind::documents), sum_of(count_kind::statements),
                           sum_of(count_kind::bytes), sum_of(count_kind::defects)};
  });
}

result<std::uint64_t> journal_reader::relative_seeds() {
  return answered([&] {
    return static_cast<std::uint64_t>(state_->db.number("SELECT count(*) FROM seeds WHERE relative = 1"));
  });
}

result<std::vector<defect_count>> journal_reader::damaged_streams(crawl_scope crawls) {
  return answered([&] {
    std::string rules;
    for (const auto& rule : damage_rules)
      rules.append(rules.empty() ? "" : ", ").append(std::to_string(static_cast<int>(rule.defect)));
    const auto among =
        std::string(" FROM defect_counts d ") +
        (crawls == crawl_scope::all ? ""
                                    : "JOIN entries e ON e.id = d.entry JOIN seeds s ON s.id = e.seed ") +
        "WHERE d.rule IN (" + rules + ")" + (crawls == crawl_scope::all ? "" : " AND " LAUNDROMAT_IS_PRESENT);
    return collect<defect_count>(
        state_->db.query_text("SELECT 0, count(DISTINCT d.entry)" + among +
                              " UNION ALL SELECT d.rule, count(DISTINCT d.entry)" + among + " GROUP BY 1"),
        [](const cursor& c) {
          return defect_count{c.as<errc>(0), c.as<std::uint64_t>(1)};
        });
  });
}

result<record_ref> journal_reader::find(std::string_view prefix) {
  return answered([&] {
    const auto is_digit = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    if (prefix.size() < fewest_digits || !std::all_of(prefix.begin(), prefix.end(), is_digit))
      refuse(errc::invalid_argument, "write at least 4 hexadecimal digits of the hash");
    std::vector<record_ref> found;
    auto& db = state_->db;
    // Seeds have no index of beginnings: only a whole hash leads to its row.
    const bool is_whole = record_hash::from_hex(prefix).has_value();
    find_records(db,
                 is_whole
                     ? "SELECT hash FROM seeds WHERE id = seed_row(?1) AND hash BETWEEN ?1 AND ?2 LIMIT ?3"
                     : "SELECT hash FROM seeds WHERE " LAUNDROMAT_HASH_BETWEEN " LIMIT ?3",
                 record_kind::seed, prefix, found);
    find_records(db, "SELECT hash FROM entries WHERE " LAUNDROMAT_HASH_BETWEEN " LIMIT ?3",
                 record_kind::entry, prefix, found);
    find_records(db, "SELECT hash FROM cleans WHERE " LAUNDROMAT_HASH_BETWEEN " LIMIT ?3", record_kind::clean,
                 prefix, found);
    return the_one_of(found, prefix);
  });
}

result<std::vector<entry_record>> journal_reader::downloads(const record_hash& seed, std::size_t limit,
                                                            crawl_scope crawls) {
  return answered([&] {
    return collect<entry_record>(
        state_->db.query(LAUNDROMAT_SELECT_ENTRY "WHERE e.seed = " LAUNDROMAT_SEED_ROW(
                             "?1") " AND e.parent IS NULL AND (?3 OR " LAUNDROMAT_IS_PRESENT
                                   ") ORDER BY e.id DESC LIMIT ?2",
                         seed, limit, crawls == crawl_scope::all),
        read_entry);
  });
}

result<std::vector<entry_record>> journal_reader::children(const record_hash& archive,
                                                           std::optional<std::uint64_t> after,
                                                           std::size_t limit) {
  return answered([&] {
    return collect<entry_record>(
        state_->db.query(LAUNDROMAT_SELECT_ENTRY "WHERE e.parent = " LAUNDROMAT_ENTRY_ROW(
                             "?1") " AND e.ordinal > ?2 ORDER BY e.ordinal LIMIT ?3",
                         archive, behind(after), limit),
        read_entry);
  });
}

result<std::uint64_t> journal_reader::count_downloads(const record_hash& seed, crawl_scope crawls) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT count(*) FROM seeds s JOIN entries e ON e.seed = s.id WHERE " LAUNDROMAT_IS_SEED(
            "s", "?1") " AND e.parent IS NULL AND (?2 OR " LAUNDROMAT_IS_PRESENT ")",
        seed, crawls == crawl_scope::all);
    return c.next() ? c.as<std::uint64_t>(0) : 0;
  });
}

result<std::uint64_t> journal_reader::count_children(const record_hash& archive) {
  return answered([&] {
    auto c =
        state_->db.query("SELECT count(*) FROM entries WHERE parent = " LAUNDROMAT_ENTRY_ROW("?1"), archive);
    return c.next() ? c.as<std::uint64_t>(0) : 0;
  });
}

result<std::vector<archive_member>> journal_reader::members(const record_hash& archive,
                                                            std::optional<std::uint64_t> after,
                                                            std::size_t limit) {
  return answered([&] {
    const auto row = load_entry(state_->db, archive);
    return collect<archive_member>(
        state_->db.query(
            "SELECT ordinal, path, kind, size_bytes, modified_ms, permissions, skipped FROM members "
            "WHERE archive = ?1 AND ordinal > ?2 ORDER BY ordinal LIMIT ?3",
            row.id, behind(after), limit),
        [](const cursor& c) {
          return archive_member{c.as<std::uint64_t>(0), c.text(1), c.as<member_kind>(2),
                                c.as<std::uint64_t>(3), c.time(4), c.as<std::uint32_t>(5),
                                c.as<errc>(6)};
        });
  });
}

result<std::vector<content_digest>> journal_reader::all_clean() {
  return answered([&] {
    return collect<content_digest>(
        state_->db.query(
            "SELECT c.hash FROM cleans c WHERE c.statements > 0 AND c.removed_ms = 0" LAUNDROMAT_BY_HASH(
                "c")),
        [](const cursor& c) { return c.digest<content_digest>(0); });
  });
}

}  // namespace laundromat
