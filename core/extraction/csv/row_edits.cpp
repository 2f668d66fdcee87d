// Implements the edits of rows.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/row_edits.hpp"

#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

std::string_view without_line_end(std::string_view row) {
  if (row.ends_with('\n')) row.remove_suffix(1);
  if (row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

}  // namespace

std::optional<row_edit> cut_empty_fields(std::string_view row, std::size_t surplus,
                                         const csv_dialect& dialect) {
  const auto line = without_line_end(row);
  auto rest = line;
  const auto pass_space = [&] {
    while (dialect.skips_initial_space && rest.ends_with(' ')) rest.remove_suffix(1);
  };
  for (; surplus > 0; --surplus) {
    const std::string empty(2, dialect.quote);
    if (dialect.quote != 0 && rest.ends_with(empty)) rest.remove_suffix(empty.size());
    pass_space();
    if (!rest.ends_with(dialect.delimiter)) return std::nullopt;
    rest.remove_suffix(1);
  }
  return row_edit{rest.size(), line.size() - rest.size(), {}};
}

row_edit add_empty_fields(std::string_view row, std::size_t missing, const csv_dialect& dialect) {
  return {without_line_end(row).size(), 0, std::string(missing, dialect.delimiter)};
}

std::vector<row_edit> replace_bad_utf8(std::string_view row, std::size_t most_bytes) {
  std::vector<row_edit> all;
  for (auto at = find_bad_utf8(row); at < row.size();) {
    const auto length = next_utf8(row.substr(at)).length;
    if (all.empty() || at + length - all.back().begin > most_bytes)
      all.push_back({at, length, {}});
    else
      all.back().length = at + length - all.back().begin;
    at += length;
    const auto next = find_bad_utf8(row.substr(at));
    if (next == row.npos) break;
    at += next;
  }
  for (auto& edit : all) edit.after = readable(row.substr(edit.begin, edit.length), row.npos);
  return all;
}

}  // namespace laundromat
