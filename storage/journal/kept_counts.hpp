// Counts of records that the journal keeps, so that a summary reads no record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <map>
#include <string>

#include "core/lifecycle/lifecycle.hpp"
#include "storage/journal/repeated_texts.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// What a row of the table `counts` counts; the numbers are stored.
enum class count_kind : std::uint8_t {
  seeds = 1,       ///< by status, refused ones by cause
  entries = 2,     ///< by status, cause and HTTP status
  cleans = 3,      ///< clean documents, also removed ones
  documents = 4,   ///< clean documents that were not removed
  statements = 5,  ///< of `documents`
  bytes = 6,       ///< of `documents`
  defects = 7,     ///< of parsed entries
  classes = 8,     ///< seeds by `seed_class`, which the column `status` has
  classes_with_document = 9,
};

/// The standing of a seed as far as it does not depend on the time; the numbers are stored.
enum class seed_class : std::uint8_t {
  never_crawled = 0,
  crawled = 1,  ///< fine or overdue
  failing = 2,
  refused = 4,
  relative = 5,
  refused_later = 6,  ///< its newest crawl was refused
};

struct seed_group {
  seed_class is{};
  bool has_document = false;
};

struct counted_key {
  count_kind what{};
  status current = status::none;
  errc cause = errc::ok;
  std::string http_status = {};  ///< three digits, or empty

  friend auto operator<=>(const counted_key&, const counted_key&) = default;
};

/// `past` is the part that does not belong to the present of its seed (storage/journal/present_crawl.hpp).
struct counted_sum {
  std::int64_t total = 0, past = 0;

  friend bool operator==(const counted_sum&, const counted_sum&) = default;
};
using counted_sums = std::map<counted_key, counted_sum>;

[[nodiscard]] counted_key seed_key(status current, errc cause);
[[nodiscard]] counted_key entry_key(status current, errc cause, std::string_view detail);

/// What the counts need of a clean document.
struct counted_clean {
  std::int64_t statements = 0, bytes = 0;
  bool is_removed = false;
  std::int64_t sources = 0;  ///< entries of it that belong to the present
};

/// The changes of a group, which are written once, before its COMMIT.
class count_changes {
 public:
  void add(const counted_key& key, std::int64_t total, std::int64_t past);
  /// Adds (`sign` 1) or subtracts (-1) a seed or a clean document.
  void add_seed(const seed_group& group, int sign);
  void add_clean(const counted_clean& clean, int sign);
  /// The changes since the last call belong to the group, or are undone.
  void keep();
  void undo() { open_.clear(); }
  /// After a rollback.
  void forget();
  /// Writes the changes of the group, with one statement.
  void write(database& db);

 private:
  counted_sums group_, open_;
};

/// The downloads that are the present of a seed.
struct present_downloads {
  row_id present = 0, document = 0;
  row_id unchanged = 0;  ///< the newest finished download, if it is unchanged

  [[nodiscard]] bool has_tree(row_id root) const { return root == present || root == document; }
  [[nodiscard]] bool has_root(row_id root) const { return has_tree(root) || root == unchanged; }
};

[[nodiscard]] seed_group seed_group_of(database& db, row_id seed);
[[nodiscard]] present_downloads present_downloads_of(database& db, row_id seed);
/// Counts the entries and clean documents again that another present of a seed concerns.
void count_another_present(database& db, count_changes& counts, row_id seed, const present_downloads& before);

/// The counts in the table, and the same counted anew from all records. Sums of nothing are left out.
[[nodiscard]] counted_sums kept_counts(database& db);
[[nodiscard]] counted_sums counts_of_records(database& db);

// Stored numbers: 6 depleted, 10 parsed, 11 written, 12 failed, 13 refused, 14 unchanged; cause 38 `http_status`.
#define LAUNDROMAT_IS_FINAL "status IN (6, 10, 12, 13, 14)"
#define LAUNDROMAT_HTTP_STATUS "iif(cause = 38 AND detail GLOB '[0-9][0-9][0-9]', detail, '')"
#define LAUNDROMAT_HTTP_STATUS_OF(ENTRY) \
  "iif(" ENTRY ".cause = 38 AND " ENTRY ".detail GLOB '[0-9][0-9][0-9]', " ENTRY ".detail, '')"
/// The defects of parsed entries, and the part that does not belong to the present.
#define LAUNDROMAT_SUMS_OF_DEFECTS                                                                          \
  "coalesce(sum(d.count), 0), coalesce(sum(d.count * NOT " LAUNDROMAT_IS_PRESENT                            \
  "), 0) FROM defect_counts d CROSS JOIN entries e ON e.id = d.entry AND e.status = 10 CROSS JOIN seeds s " \
  "ON s.id = e.seed "
#define LAUNDROMAT_SEED_CLASS                                                                         \
  "CASE WHEN s.relative = 1 THEN 5 WHEN s.status = 13 THEN 4 WHEN s.crawls = 0 THEN 0 WHEN "          \
  "s.failing_since_ms = 0 THEN 1 WHEN (SELECT status FROM entries WHERE id = s.present) = 13 THEN 6 " \
  "ELSE 2 END"
#define LAUNDROMAT_SEED_HAS_DOCUMENT \
  "coalesce((SELECT status FROM entries WHERE id = s.document) IN (6, 10), 0)"
/// Counts all records: the rows of the table `counts`. The column `sources` must be right. Each table is read once.
#define LAUNDROMAT_COUNT_RECORDS                                                                             \
  "WITH seed_groups AS MATERIALIZED (SELECT s.status, iif(s.status = 13, s.cause, 0) AS "                    \
  "cause, " LAUNDROMAT_SEED_CLASS " AS class, " LAUNDROMAT_SEED_HAS_DOCUMENT                                 \
  " AS has_document, count(*) AS total "                                                                     \
  "FROM seeds s GROUP BY 1, 2, 3, 4), clean_groups AS MATERIALIZED (SELECT removed_ms = 0 AS is_kept, "      \
  "sources = 0 AS is_past, count(*) AS total, sum(statements) AS statements, sum(bytes) AS bytes FROM "      \
  "cleans GROUP BY 1, 2) "                                                                                   \
  "SELECT 1, status, cause, '', sum(total), 0 FROM seed_groups GROUP BY 2, 3 "                               \
  "UNION ALL SELECT 2, status, cause, http, count(*), sum(past) FROM (SELECT e.status, "                     \
  "e.cause, " LAUNDROMAT_HTTP_STATUS_OF(                                                                     \
      "e") " AS http, NOT " LAUNDROMAT_IS_PRESENT                                                            \
           " AS past FROM entries e CROSS JOIN seeds s ON s.id = e.seed) GROUP BY 2, 3, 4 "                  \
           "UNION ALL SELECT 3, 11, 0, '', coalesce(sum(total), 0), coalesce(sum(total * is_past), 0) FROM " \
           "clean_groups "                                                                                   \
           "UNION ALL SELECT 4, 0, 0, '', coalesce(sum(total), 0), coalesce(sum(total * is_past), 0) FROM "  \
           "clean_groups WHERE is_kept "                                                                     \
           "UNION ALL SELECT 5, 0, 0, '', coalesce(sum(statements), 0), coalesce(sum(statements * "          \
           "is_past), 0) FROM "                                                                              \
           "clean_groups WHERE is_kept "                                                                     \
           "UNION ALL SELECT 6, 0, 0, '', coalesce(sum(bytes), 0), coalesce(sum(bytes * is_past), 0) FROM "  \
           "clean_groups WHERE is_kept "                                                                     \
           "UNION ALL SELECT 7, 0, 0, '', " LAUNDROMAT_SUMS_OF_DEFECTS                                       \
           "UNION ALL SELECT 8, class, 0, '', sum(total), 0 FROM seed_groups GROUP BY 2 "                    \
           "UNION ALL SELECT 9, class, 0, '', sum(total), 0 FROM seed_groups WHERE has_document GROUP BY 2 "
/// The number of present sources of the clean document in the outer query.
#define LAUNDROMAT_PRESENT_SOURCES                                                                 \
  "(SELECT count(*) FROM entries e CROSS JOIN seeds s ON s.id = e.seed WHERE e.clean = cleans.id " \
  "AND " LAUNDROMAT_IS_PRESENT_DOCUMENT ")"

}  // namespace laundromat
