// Builds queries for lists of documents so that an index returns the first rows without reading the others.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/document_query.hpp"

#include <algorithm>
#include <vector>

namespace laundromat {

namespace {

std::string number(auto value) {
  return std::to_string(static_cast<std::int64_t>(value));
}

/// A key of an order.
struct sort_key {
  std::string_view in_order;  ///< in ORDER BY: a column of a table, or the number of one of the result
  std::string_view value;     ///< in a condition
  bool is_text = false;

  explicit sort_key(std::string_view column) : in_order(column), value(column) {}
  sort_key(std::string_view number_of_column, std::string_view expression, bool is_of_text = false)
      : in_order(number_of_column), value(expression), is_text(is_of_text) {}
};

/// Whether the list by size starts from the clean documents, which have an index of sizes.
bool walks_cleans(const document_filter& filter) {
  return is_parsed(filter) && !has_authority(filter);
}

std::vector<sort_key> keys_of(const document_filter& filter, document_order by) {
  const sort_key row{"e.id"};
  switch (by) {
    case document_order::found:
      if (walks_documents(filter, by)) return {sort_key{"s.document"}, row};
      return {row};
    case document_order::statements:
      if (walks_cleans(filter)) return {sort_key{"c.statements"}, sort_key{"c.id"}, row};
      return {{"5", "coalesce(c.statements, 0)"}, row};
    case document_order::bytes:
      if (walks_cleans(filter)) return {sort_key{"c.bytes"}, sort_key{"c.id"}, row};
      return {{"6", "coalesce(c.bytes, 0)"}, row};
    case document_order::defects:
      return {{"10", defects_sum}, row};
    case document_order::format:
      return {sort_key{"e.format"}, row};
    case document_order::host:
      return {{"a.name", "a.name", true}, row};
    case document_order::uri:
      return {{"8", "coalesce(e.uri, s.uri)", true}, row};
    case document_order::date:
      break;
  }
  return {sort_key{"e.begun_ms"}, row};
}

bool goes_down(const document_sorting& sorting) {
  const bool falls = sorting.by == document_order::statements || sorting.by == document_order::bytes ||
                     sorting.by == document_order::defects || sorting.by == document_order::date;
  return falls != sorting.reversed;
}

}  // namespace

bool walks_documents(const document_filter& filter, document_order by) {
  if (by == document_order::found && has_format_or_time(filter)) return false;
  return is_parsed(filter) && is_present(filter) && !has_authority(filter) &&
         by != document_order::statements && by != document_order::bytes;
}

bool has_port(std::string_view authority) {
  const auto colon = authority.rfind(':');
  return colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
}

bool names_whole_authority(const document_filter& filter) {
  return filter.is_whole_authority || has_port(filter.authority);
}

std::string tables(const document_filter& filter, document_order by) {
  if (has_authority(filter)) return std::string(from_seeds).append(authority_and_clean);
  if (walks_documents(filter, by)) return std::string(from_documents).append(authority_and_clean);
  if (is_parsed(filter) && (by == document_order::statements || by == document_order::bytes))
    return std::string("FROM cleans c ").append(sources_of_clean);
  return std::string(from_entries).append(authority_and_clean);
}

std::string sorted_by(const document_filter& filter, const document_sorting& sorting) {
  std::string text = " ORDER BY ";
  const auto keys = keys_of(filter, sorting.by);
  for (const auto& key : keys)
    text.append(key.in_order)
        .append(goes_down(sorting) ? " DESC" : "")
        .append(&key == &keys.back() ? "" : ", ");
  return text;
}

std::string behind_place(const document_filter& filter, const document_sorting& sorting) {
  if (!sorting.after) return {};
  std::string keys, values;
  auto next = sorting.after->numbers.begin();
  for (const auto& key : keys_of(filter, sorting.by)) {
    keys.append(keys.empty() ? "" : ", ").append(key.value);
    values.append(values.empty() ? "" : ", ").append(key.is_text ? "?6" : std::to_string(*next++));
  }
  return '(' + keys + (goes_down(sorting) ? ") < (" : ") > (") + values + ')';
}

bool fits(const document_place& place, const document_filter& filter, document_order by) {
  const auto keys = keys_of(filter, by);
  return place.text.has_value() == keys.front().is_text &&
         place.numbers.size() + (place.text ? 1 : 0) == keys.size();
}

document_place place_of(const document_row& row, const document_filter& filter, document_order by) {
  const auto clean_first = [&](std::uint64_t size) -> document_place {
    const auto first = static_cast<std::int64_t>(size);
    if (walks_cleans(filter)) return {std::nullopt, {first, row.clean_row, row.row}};
    return {std::nullopt, {first, row.row}};
  };
  switch (by) {
    case document_order::found:
      if (walks_documents(filter, by)) return {std::nullopt, {row.root_row, row.row}};
      return {std::nullopt, {row.row}};
    case document_order::statements:
      return clean_first(row.statements);
    case document_order::bytes:
      return clean_first(row.bytes);
    case document_order::defects:
      return {std::nullopt, {static_cast<std::int64_t>(row.defects), row.row}};
    case document_order::format:
      return {std::nullopt, {static_cast<std::int64_t>(row.format), row.row}};
    case document_order::host:
      return {row.authority, {row.row}};
    case document_order::uri:
      return {row.uri, {row.row}};
    case document_order::date:
      break;
  }
  return {std::nullopt, {to_ms(row.begun), row.row}};
}

condition_list& condition_list::add(bool wanted, std::string condition) {
  if (wanted) text_.append(text_.empty() ? "WHERE " : " AND ").append(condition);
  return *this;
}

condition_list& condition_list::add_range(std::string_view column, std::uint64_t low, std::uint64_t high) {
  constexpr auto most = document_filter::no_limit;
  add(low > 0, std::string(column) + " >= " + std::to_string(std::min(low, most)));
  return add(high < most, std::string(column) + " <= " + std::to_string(high));
}

condition_list conditions(const document_filter& filter) {
  condition_list all;
  all.add(is_present(filter), is_parsed(filter) ? LAUNDROMAT_IS_PRESENT_DOCUMENT : LAUNDROMAT_IS_PRESENT);
  // Most documents are parsed, so the index by status would only lose the order; `+` disables it. The index has the others (10: parsed).
  if (filter.current)
    all.add(true, (is_parsed(filter) ? "+e.status = " : "e.status <> 10 AND e.status = ") +
                      number(*filter.current));
  all.add(
      has_authority(filter),
      names_whole_authority(filter)
          ? "s.present IS NOT NULL AND s.authority = (SELECT id FROM authorities WHERE name = ?1)"
          : "s.present IS NOT NULL AND s.authority IN (SELECT id FROM authorities WHERE name > ?2 AND name < "
            "?3)");
  all.add(filter.format != rdf_format::unknown, "e.format = " + number(filter.format));
  all.add(filter.is_removed, "c.removed_ms > 0");
  const auto identity = "x'" + filter.identity.hex() + "'";
  all.add(!filter.identity.is_null(),
          "c.id IN (SELECT x.id FROM cleans x WHERE x.identity = " + identity +
              " UNION ALL SELECT x.id FROM cleans x WHERE x.identity_kind = 1 AND substr(x.hash, 1, 6) "
              "= substr(" +
              identity + ", 1, 6) AND x.hash = " + identity + ")");
  all.add_range("coalesce(c.statements, 0)", filter.min_statements, filter.max_statements);
  all.add_range("coalesce(c.bytes, 0)", filter.min_bytes, filter.max_bytes);
  all.add_range(defects_sum, filter.min_defects, document_filter::no_limit);
  all.add(
      filter.rule != errc::ok,
      "EXISTS (SELECT 1 FROM defect_counts d WHERE d.entry = e.id AND d.rule = " + number(filter.rule) + ")");
  all.add(to_ms(filter.since) != 0, "e.begun_ms >= " + number(to_ms(filter.since)));
  all.add(filter.until != document_filter{}.until, "e.begun_ms < " + number(to_ms(filter.until)));
  return all;
}

document_row read_document(const cursor& c) {
  return {c.digest<record_hash>(0),
          c.digest<content_digest>(1),
          c.as<status>(2),
          c.as<errc>(3),
          c.as<std::uint64_t>(4),
          c.as<std::uint64_t>(5),
          c.as<rdf_format>(6),
          c.text(7),
          c.text(8),
          c.as<std::uint64_t>(9),
          c.time(10),
          c.integer(11) != 0,
          c.text(12),
          c.integer(entry_row_column),
          c.integer(entry_row_column + 1),
          c.integer(entry_row_column + 2)};
}

std::string document_query(const document_filter& filter, const document_sorting& sorting) {
  const auto where = conditions(filter).add(sorting.after.has_value(), behind_place(filter, sorting));
  return std::string(document_columns) + tables(filter, sorting.by) + where.text() +
         sorted_by(filter, sorting) + " LIMIT ?5";
}

}  // namespace laundromat
