// Prints one record for people or as JSON.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/record_view.hpp"

#include <algorithm>
#include <ostream>

namespace laundromat {
namespace {

std::string as_text(const json_fact& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_unsigned()) return human_count(value.get<std::uint64_t>());
  return value.is_null() ? std::string{} : value.dump();
}

/// The heading of a table: `http_hops` becomes `http hops`.
std::string as_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

void print_section(const record_section& section, console& io) {
  std::vector<text_table::column> columns;
  for (std::size_t i = 0; i < section.columns.size(); ++i) {
    const bool numbers = std::ranges::all_of(
        section.rows, [i](const auto& row) { return row[i].is_number() || row[i].is_null(); });
    columns.push_back(
        {as_words(section.columns[i]), numbers ? text_table::align::right : text_table::align::left});
  }
  text_table table{std::move(columns)};
  for (const auto& row : section.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (const auto& cell : row) cells.push_back(as_text(cell));
    table.add_row(std::move(cells));
  }
  io.out << '\n' << painted(as_words(section.name), colour::blue, io.out_terminal) << '\n';
  table.print(io.out, io.out_terminal);
}

/// Whether the cause already contains the detail: `404` with `http_status 404`.
bool is_in_cause(const record_view& record, std::string_view detail) {
  const auto cause = std::ranges::find(record.facts, "cause", &decltype(record.facts)::value_type::first);
  return cause != record.facts.end() && as_text(cause->second) == "http_status " + std::string{detail};
}

}  // namespace

void print_record(const record_view& record, console& io) {
  std::size_t widest = 0;
  for (const auto& [name, value] : record.facts) widest = std::max(widest, name.size());
  for (const auto& [name, value] : record.facts) {
    auto text = as_text(value);
    if (text.empty() || (name == "detail" && is_in_cause(record, text))) continue;
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    io.out << painted(as_words(name), colour::bold, io.out_terminal)
           << std::string(widest - name.size() + 2, ' ') << harmless(text) << '\n';
  }
  for (const auto& section : record.sections)
    if (!section.rows.empty()) print_section(section, io);
}

void print_record_as_json(const record_view& record, console& io) {
  json_fact fact = json_fact::object();
  for (const auto& [name, value] : record.facts) fact[name] = value;
  for (const auto& section : record.sections) {
    auto& rows = fact[section.name] = json_fact::array();
    for (const auto& row : section.rows) {
      auto& object = rows.emplace_back(json_fact::object());
      for (std::size_t i = 0; i < section.columns.size(); ++i) object[section.columns[i]] = row[i];
    }
  }
  print_fact(io.out, fact);
}

}  // namespace laundromat
