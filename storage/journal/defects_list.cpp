// Starts from the counts of defects, or walks along the rows of entries.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/defects_list.hpp"

#include "storage/journal/document_query.hpp"

namespace laundromat {

namespace {

constexpr std::string_view from_defects =
    "FROM (SELECT DISTINCT entry FROM defect_counts) n CROSS JOIN entries e ON e.id = n.entry CROSS JOIN "
    "seeds s ON s.id = e.seed ";

std::string query_with_defects(document_filter filter, const document_sorting& sorting) {
  filter.min_defects = std::max<std::uint64_t>(filter.min_defects, 1);
  const auto where = conditions(filter).add(sorting.after.has_value(), behind_place(filter, sorting));
  return std::string(document_columns).append(from_defects).append(authority_and_clean) + where.text() +
         sorted_by(filter, sorting) + " LIMIT ?5";
}

/// `after`: a row; null: from the first.
std::string query_without(const document_filter& filter, bool goes_down, std::optional<std::int64_t> after) {
  auto where = conditions(filter);
  where.add(true, std::string(defects_sum) + " = 0");
  if (after) where.add(true, (goes_down ? "e.id < " : "e.id > ") + std::to_string(*after));
  return std::string(document_columns).append(from_entries).append(authority_and_clean) + where.text() +
         " ORDER BY e.id" + (goes_down ? " DESC" : "") + " LIMIT ?5";
}

}  // namespace

bool list_by_defects(database& db, const document_filter& filter, const document_sorting& sorting,
                     std::size_t limit, const document_consumer& take) {
  if (sorting.by != document_order::defects || has_authority(filter)) return false;
  bool is_full = false;
  const auto list = [&](const std::string& sql) {
    if (is_full || limit == 0) return;
    for (auto c = ask(db, sql, filter, record_hash{}, limit); !is_full && limit > 0 && c.next(); --limit)
      is_full = !take(read_document(c));
  };
  const bool goes_down = !sorting.reversed;
  const bool is_behind_defects = sorting.after && sorting.after->numbers.front() > 0;
  const bool is_without = sorting.after && !is_behind_defects;
  document_sorting of_defects{sorting.by, sorting.reversed, is_behind_defects ? sorting.after : std::nullopt};
  const auto list_with = [&] { list(query_with_defects(filter, of_defects)); };
  const auto list_without = [&] {
    if (filter.min_defects == 0)
      list(query_without(filter, goes_down,
                         is_without ? std::optional{sorting.after->numbers.back()} : std::nullopt));
  };
  if (goes_down) {
    if (!is_without) list_with();
    list_without();
  } else {
    if (!is_behind_defects) list_without();
    list_with();
  }
  return true;
}

}  // namespace laundromat
