// Implements the checks of keys.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/key_check.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/csvw/context.hpp"

namespace laundromat::csvw {

namespace {

constexpr std::uint64_t bytes_of_key = 100;

}  // namespace

std::optional<key_columns> key_columns::find(const std::vector<std::string>& names,
                                             const std::vector<prepared_column>& columns) {
  key_columns made;
  for (const auto& name : names) {
    const auto found = std::ranges::find(columns, name, &prepared_column::name);
    if (found == columns.end()) return std::nullopt;
    made.places_.push_back(static_cast<std::size_t>(found - columns.begin()));
  }
  return made;
}

std::string key_columns::values_of(const table_row& row) const {
  std::string all;
  for (const auto place : places_) {
    const auto& one = row.cells[place];
    for (const auto& value : one.values) all += std::to_string(value.text.size()) + ":" + value.text;
    all += ';';
  }
  return all;
}

std::optional<key_fault> primary_key_check::check(const table_row& row) {
  if (!columns_) return std::nullopt;
  auto values = columns_->values_of(row);
  if (const auto found = rows_.find(values); found != rows_.end())
    return key_fault{errc::ill_typed_field,
                     "the primary key is that of row " + std::to_string(found->second)};
  if (is_full_) return std::nullopt;
  bytes_ += values.size() + bytes_of_key;
  is_full_ = bytes_ > limit_bytes_;
  if (is_full_)
    return key_fault{errc::limit_exceeded,
                     "the primary keys need more than " + number_of(limit_bytes_, "byte") +
                         ": this row and those behind it are compared with the rows before "
                         "only"};
  rows_.emplace(std::move(values), row.source_number);
  return std::nullopt;
}

foreign_key_check::foreign_key_check(const table_group& group, std::uint64_t limit_bytes)
    : group_(group), limit_bytes_(limit_bytes) {
  for (std::size_t from = 0; from < group.tables.size(); ++from)
    for (const auto& described : group.tables[from].table_schema.foreign_keys)
      for (std::size_t to = 0; to < group.tables.size(); ++to) {
        const auto& other = group.tables[to];
        const bool is_meant = described.table_url.empty()
                                  ? other.table_schema.id == described.schema_id
                                  : comparable_url(other.url) == comparable_url(described.table_url);
        if (!is_meant) continue;
        keys_.push_back({from, to, described.columns, described.referenced_columns, {}, {}, {}, {}});
        break;
      }
}

void foreign_key_check::begin_table(std::size_t table, const std::vector<prepared_column>& columns) {
  for (auto& one : keys_) {
    if (one.from == table) one.columns = key_columns::find(one.names, columns);
    if (one.to == table) one.referenced_columns = key_columns::find(one.referenced_names, columns);
  }
}

void foreign_key_check::add(std::size_t table, const table_row& row) {
  for (auto& one : keys_) {
    if (one.from == table && one.columns)
      if (auto values = one.columns->values_of(row); take(values))
        one.references.push_back({std::move(values), row.source_number});
    if (one.to == table && one.referenced_columns)
      if (auto values = one.referenced_columns->values_of(row); take(values)) ++one.rows[std::move(values)];
  }
}

/// Whether there is room for another key.
bool foreign_key_check::take(const std::string& values) {
  if (bytes_ <= limit_bytes_) bytes_ += values.size() + bytes_of_key;
  return bytes_ <= limit_bytes_;
}

void foreign_key_check::finish(problem_sink& problems) const {
  if (bytes_ > limit_bytes_)
    return problems.on_problem({.level = severity::warning,
                                .document = group_.metadata_url,
                                .message = "foreign keys are not checked, because they need more than " +
                                           number_of(limit_bytes_, "byte")});
  for (const auto& one : keys_)
    for (const auto& from : one.references) {
      const auto found = one.rows.find(from.values);
      const auto count = found == one.rows.end() ? 0 : found->second;
      if (count == 1) continue;
      problems.on_problem({.level = severity::invalid,
                           .document = group_.tables[one.from].url,
                           .row = from.row,
                           .message = "the foreign key " + one.names.front() + " refers to " +
                                      (count == 0 ? "no row" : number_of(count, "row")) + " of " +
                                      group_.tables[one.to].url + ", and has to refer to exactly one"});
    }
}

}  // namespace laundromat::csvw
