// Implements the losses of an export: adds and prints them.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/export_losses.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/terminal/json.hpp"

namespace laundromat {

namespace {

struct left_out_row {
  errc rule;
  std::uint64_t statements;
};

/// The most frequent first.
std::vector<left_out_row> rows_of(const left_out_counts& left_out) {
  std::vector<left_out_row> rows;
  for (const auto& [rule, statements] : left_out) rows.push_back({rule, statements});
  std::ranges::stable_sort(rows, std::greater{}, &left_out_row::statements);
  return rows;
}

std::uint64_t sum_of(const left_out_counts& left_out) {
  std::uint64_t sum = 0;
  for (const auto& [rule, statements] : left_out) sum += statements;
  return sum;
}

}  // namespace

void export_losses::add(const export_losses& more) {
  for (const auto& [rule, statements] : more.left_out) left_out[rule] += statements;
  dropped_directions += more.dropped_directions;
}

void print_losses(std::ostream& out, const terminal_info& to, const export_losses& losses) {
  if (losses.dropped_directions > 0)
    out << number_of(losses.dropped_directions, "base direction") << " dropped\n";
  const auto& left_out = losses.left_out;
  if (left_out.empty()) return;
  out << number_of(sum_of(left_out), "statement") << " left out, which not every program reads:\n";
  text_table table{{{"statements", text_table::align::right}, {"rule"}, {"meaning"}}};
  for (const auto& row : rows_of(left_out))
    table.add_row(
        {human_count(row.statements), std::string(to_string(row.rule)), std::string(meaning_of(row.rule))});
  table.print(out, to);
}

void print_losses_as_json(std::ostream& out, std::uint64_t documents, const export_losses& losses) {
  json_fact rules = json_fact::array();
  for (const auto& row : rows_of(losses.left_out))
    rules.push_back(
        {{"rule", to_string(row.rule)}, {"statements", row.statements}, {"meaning", meaning_of(row.rule)}});
  print_fact(out, {{"documents", documents},
                   {"left_out", sum_of(losses.left_out)},
                   {"rules", std::move(rules)},
                   {"dropped_directions", losses.dropped_directions}});
}

}  // namespace laundromat
