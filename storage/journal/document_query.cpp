// Builds queries for lists of documents so that an index returns the first rows without reading the others.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/document_query.hpp"

#include <algorithm>
#include <vector>

namespace laundromat {

namespace {

constexpr std::string_view defects_column = "10";

std::string number(auto value) {
  return std::to_string(static_cast<std::int64_t>(value));
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

std::string sorted_by(const document_filter& filter, document_sorting sorting) {
  const bool walks_cleans = is_parsed(filter) && !has_authority(filter);
  const bool falls = sorting.by == document_order::statements || sorting.by == document_order::bytes ||
                     sorting.by == document_order::defects || sorting.by == document_order::date;
  const std::string way = falls != sorting.reversed ? " DESC" : "";
  const auto keys = [&]() -> std::vector<std::string_view> {
    switch (sorting.by) {
      case document_order::found:
        if (walks_documents(filter, sorting.by)) return {"s.document", "e.id"};
        return {"e.id"};
      case document_order::statements:
        if (walks_cleans) return {"c.statements", "c.id", "e.id"};
        return {"5", "e.id"};
      case document_order::bytes:
        if (walks_cleans) return {"c.bytes", "c.id", "e.id"};
        return {"6", "e.id"};
      case document_order::defects:
        return {defects_column, "e.id"};
      case document_order::format:
        return {"e.format", "e.id"};
      case document_order::host:
        return {"a.name", "e.id"};
      case document_order::uri:
        return {"8", "e.id"};
      case document_order::date:
        break;
    }
    return {"e.begun_ms", "e.id"};
  }();
  std::string text = " ORDER BY ";
  for (const auto key : keys) text.append(key).append(way).append(key == keys.back() ? "" : ", ");
  return text;
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
  all.add_range("(SELECT coalesce(sum(d.count), 0) FROM defect_counts d WHERE d.entry = e.id)",
                filter.min_defects, document_filter::no_limit);
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
          c.text(12)};
}

std::string document_query(const document_filter& filter, document_sorting sorting) {
  return std::string(document_columns) + tables(filter, sorting.by) + conditions(filter).text() +
         sorted_by(filter, sorting) + " LIMIT ?5";
}

}  // namespace laundromat
