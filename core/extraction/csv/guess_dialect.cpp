// Reads the sample in each dialect, and compares the lengths of rows.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/guess_dialect.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/extraction/csv/field_names.hpp"
#include "core/extraction/csv/number_like.hpp"

namespace laundromat {

namespace {

constexpr std::string_view delimiters = ",;\t|:";

class sample_rows final : public csv_row_sink {
 public:
  result<void> on_row(std::span<const std::string_view> fields, const csv_place& /*place*/) override {
    if (!fields.empty()) rows_.emplace_back(fields.begin(), fields.end());
    return {};
  }
  void on_fault(csv_fault /*fault*/, const csv_place& /*place*/, const text_position& /*at*/) override {
    ++faults_;
  }

  [[nodiscard]] const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  [[nodiscard]] std::size_t faults() const { return faults_; }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t faults_ = 0;
};

sample_rows read_sample(std::string_view sample, csv_dialect dialect) {
  sample_rows found;
  csv_rows rows{dialect, {}, found};
  static_cast<void>(rows.push(sample));
  static_cast<void>(rows.finish());
  return found;
}

/// The most frequent length of rows, and how often it is; of equals that of the first row, if it has several fields, else the greatest.
std::pair<std::size_t, std::size_t> usual_length(const sample_rows& sample) {
  std::map<std::size_t, std::size_t> lengths;
  for (const auto& row : sample.rows()) ++lengths[row.size()];
  std::pair<std::size_t, std::size_t> usual{1, 0};
  for (const auto& [length, count] : lengths)
    if (count >= usual.second) usual = {length, count};
  if (sample.rows().empty()) return usual;
  const auto first = sample.rows().front().size();
  return first > 1 && lengths[first] == usual.second ? std::pair{first, usual.second} : usual;
}

std::size_t filled_fields(const std::vector<std::string>& row) {
  return row.size() - static_cast<std::size_t>(std::ranges::count(row, std::string{}));
}

/// Whether a row has no text but in its first field.
bool is_like_title(const std::vector<std::string>& row) {
  return std::all_of(row.begin() + 1, row.end(), [](const std::string& field) { return field.empty(); });
}

/// How many rows are before the first one of the table; none when one of them has more fields, or there are too many for a title.
/// First rows with a text in the first field alone are titles when all fields of the row behind them are filled.
std::size_t title_rows_of(const sample_rows& sample, std::size_t fields) {
  constexpr std::size_t most = 30;
  const auto& rows = sample.rows();
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < std::min(rows.size(), most) && rows[i].size() <= fields; ++i) {
    if (rows[i].size() < fields) continue;
    if (filled_fields(rows[i]) == fields) return fields > 2 ? i : first.value_or(i);
    first = first.value_or(i);
    if (!is_like_title(rows[i])) break;
  }
  return first.value_or(0);
}

/// How many fields a header has that is the row before the table: those behind it are empty in all rows; 0 when there is no such header.
std::size_t fields_of_short_header(const sample_rows& sample, std::size_t fields, std::size_t top) {
  const auto& rows = sample.rows();
  if (top == 0 || rows[top - 1].size() < 2 || filled_fields(rows[top - 1]) != rows[top - 1].size()) return 0;
  const auto names = rows[top - 1].size();
  for (auto r = top; r < rows.size(); ++r)
    for (auto i = names; i < std::min(rows[r].size(), fields); ++i)
      if (!rows[r][i].empty()) return 0;
  return names;
}

/// Names, as far as they are there, that differ and are no numbers.
bool are_names(const std::vector<std::string>& row) {
  const std::set<std::string> names(row.begin(), row.end());
  return names.size() == row.size() && !names.contains("") && std::ranges::none_of(row, is_like_number);
}

/// Which of the rows before the table is its header, though it has fewer fields: the first one with several names, which is no title of a table
/// with a header; else `top`.
std::size_t narrow_header(const sample_rows& sample, std::size_t top) {
  const auto& rows = sample.rows();
  for (std::size_t i = 0; i < top; ++i)
    if (rows[i].size() > 1 && are_names(rows[i])) return i;
  return top;
}

/// A year, or a part of one: `2020`, `2020-01`, `2020/21`.
bool is_period(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() < 4 || !std::ranges::all_of(text.substr(0, 4), is_digit)) return false;
  const auto year = text.substr(0, 4), rest = text.substr(4);
  if (year < "1700" || year > "2100") return false;
  return rest.empty() || (rest.size() > 1 && is_digit(rest.back()) &&
                          rest.find_first_not_of("0123456789-/") == rest.npos && !is_digit(rest[0]));
}

/// A column of a table, below its first row.
struct column_shape {
  std::size_t filled = 0, numbers = 0, periods = 0;
  bool has_name_again = false;  ///< the text of the first row is also below
};

/// The columns below the row `top`. Rows that are equal to it may be the header of another table, and do not count.
std::vector<column_shape> columns_below(const sample_rows& sample, std::size_t fields, std::size_t top) {
  std::vector<column_shape> all(fields);
  const auto& rows = sample.rows();
  const auto& first = rows[top];
  for (auto r = top + 1; r < rows.size(); ++r) {
    if (rows[r].size() != fields || is_header_again(rows[r], first)) continue;
    for (std::size_t i = 0; i < fields; ++i) {
      const auto& text = rows[r][i];
      if (text.empty()) continue;
      ++all[i].filled;
      all[i].numbers += is_like_number(text) ? 1 : 0;
      all[i].periods += is_period(text) ? 1 : 0;
      all[i].has_name_again = all[i].has_name_again || text == first[i];
    }
  }
  return all;
}

/// Whether a row has the names of columns that are periods, behind a first column with texts.
bool are_periods(const std::vector<std::string>& first, const std::vector<column_shape>& columns) {
  std::set<std::string> names;
  std::string_view last;
  std::size_t periods = 0, filled = 0, periods_below = 0, ascending = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!is_like_number(first[i])) {
      if (columns[i].has_name_again || !names.insert(first[i]).second) return false;
      continue;
    }
    if (i == 0 || !is_period(first[i]) || columns[i].filled == 0 || first[i] == last) return false;
    ascending += periods > 0 && first[i] > last ? 1 : 0;
    last = first[i];
    ++periods;
    filled += columns[i].filled;
    periods_below += columns[i].periods;
  }
  const bool is_in_order = ascending == 0 || ascending + 1 == periods;
  const bool has_texts = columns[0].filled > 0 && columns[0].numbers == 0;
  return periods > 1 && is_in_order && has_texts && periods_below * 4 <= filled;
}

enum class header_kind : std::uint8_t { none, names, periods };

/// Whether the first row of a table of texts may be a record, as it comes again below. A header does so where tables were joined, and then it alone.
bool may_be_record(const std::vector<std::vector<std::string>>& rows, std::size_t top) {
  std::map<std::vector<std::string>, std::size_t> counts;
  for (auto r = top; r < rows.size(); ++r) ++counts[rows[r]];
  constexpr std::size_t least_others = 4;  // different ones, where it comes once more only
  const auto own = counts[rows[top]];
  return (own == 2 && counts.size() <= least_others) ||
         (own > 1 && std::ranges::any_of(
                         counts, [&](const auto& one) { return one.second > 1 && one.first != rows[top]; }));
}

/// Names differ, are no numbers, and do not come again below. A row that is alone is a header if it may be one. Behind a row with several fields,
/// which may be a damaged header, a row is a header only where a column of numbers has a name.
header_kind header_of(const sample_rows& sample, std::size_t fields, std::size_t top) {
  const auto& rows = sample.rows();
  if (top >= rows.size() || rows[top].size() != fields) return header_kind::none;
  const auto& first = rows[top];
  const auto columns = columns_below(sample, fields, top);
  const bool is_behind_fields = top > 0 && filled_fields(rows[top - 1]) > 1;
  if (std::ranges::any_of(first, is_like_number))
    return !is_behind_fields && are_periods(first, columns) ? header_kind::periods : header_kind::none;
  const auto is_of_numbers = [](const column_shape& one) {
    return one.filled > 0 && one.numbers == one.filled;
  };
  if (std::ranges::any_of(columns, is_of_numbers)) return header_kind::names;
  const bool is_repeated =
      std::ranges::any_of(columns, &column_shape::has_name_again) || may_be_record(rows, top);
  return !is_behind_fields && are_names(first) && !is_repeated ? header_kind::names : header_kind::none;
}

/// Whether the last field of the rows behind the first one is a number, where it is filled, and it is in two rows or more.
bool has_number_at_end(const sample_rows& sample, std::size_t fields, std::size_t first) {
  const auto& rows = sample.rows();
  std::size_t numbers = 0;
  for (auto r = first; r < rows.size(); ++r) {
    if (rows[r].size() != fields || rows[r].back().empty()) continue;
    if (first > 0 && is_header_again(rows[r], rows[first - 1])) continue;  // the header again
    if (!is_like_number(rows[r].back())) return false;
    ++numbers;
  }
  return numbers > 1;
}

/// The fields of most rows behind the row `top`, when they are others than those of the table; else 0. Empty ones at the end do not count.
std::size_t other_fields(const sample_rows& sample, std::size_t fields, std::size_t top) {
  const auto& rows = sample.rows();
  std::map<std::size_t, std::size_t> lengths;
  for (auto r = top + 1; r < rows.size(); ++r) {
    auto length = rows[r].size();
    while (length > fields && rows[r][length - 1].empty()) --length;
    ++lengths[length];
  }
  for (const auto& [length, count] : lengths)
    if (length != fields && length > 1 && count > 1 && 2 * count > rows.size() - top - 1) return length;
  return 0;
}

/// What the rows of the sample in a dialect say about the table.
guessed_dialect describe(const sample_rows& sample, csv_dialect dialect, std::size_t fields) {
  guessed_dialect found{.dialect = dialect, .fields = fields};
  found.title_rows = fields > 1 ? title_rows_of(sample, fields) : 0;
  if (const auto names = fields_of_short_header(sample, fields, found.title_rows); names > 0) {
    found.fields = names;
    --found.title_rows;
  }
  const auto kind = header_of(sample, found.fields, found.title_rows);
  found.has_years = kind == header_kind::periods;
  found.has_header = kind != header_kind::none;
  found.has_number_at_end =
      has_number_at_end(sample, found.fields, found.title_rows + (found.has_header ? 1 : 0));
  if (found.has_header) {
    found.other_fields = other_fields(sample, found.fields, found.title_rows);
    return found;
  }
  const auto narrow = narrow_header(sample, found.title_rows);
  found.has_header = narrow < found.title_rows;
  found.title_rows = narrow;
  return found;
}

/// Whether a text is a number with a decimal comma, as `-2,5`.
bool is_decimal_comma(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto comma = text.find(',');
  const auto is_digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == part.npos;
  };
  return comma != text.npos && is_digits(text.substr(0, comma)) && is_digits(text.substr(comma + 1));
}

/// Whether a column of two rows or more, behind the first one, has nothing but such numbers.
bool has_decimal_commas(const sample_rows& sample, std::size_t fields, char delimiter) {
  const auto& rows = sample.rows();
  if ((delimiter != ';' && delimiter != '\t') || rows.size() < 3) return false;
  for (std::size_t i = 0; i < fields; ++i)
    if (std::all_of(rows.begin() + 1, rows.end(),
                    [&](const auto& row) { return row.size() > i && is_decimal_comma(row[i]); }))
      return true;
  return false;
}

/// Whether most of these quotes begin or end a field, and about as many begin one as end one.
bool are_quotes(std::string_view sample, char delimiter, char quote) {
  std::size_t begins = 0, ends = 0, others = 0;
  const auto is_border = [&](char c) { return c == delimiter || c == '\n' || c == '\r'; };
  for (auto at = sample.find(quote); at != sample.npos; at = sample.find(quote, at + 1)) {
    auto before = at;
    while (before > 0 && sample[before - 1] == ' ') --before;
    const bool is_begin = before == 0 || is_border(sample[before - 1]);
    const bool is_end = at + 1 == sample.size() || is_border(sample[at + 1]);
    begins += is_begin ? 1 : 0;
    ends += is_end ? 1 : 0;
    others += is_begin || is_end ? 0 : 1;
  }
  const auto pairs = std::min(begins, ends);
  return pairs > others / 2 && 2 * pairs >= std::max(begins, ends);
}

/// The dialects in which the sample may be, the usual ones first.
std::vector<csv_dialect> candidates(std::string_view sample, const known_dialect& known) {
  const auto has = [&](std::string_view text) { return sample.find(text) != sample.npos; };
  const auto choices = [](std::optional<char> one, std::string usual) {
    return one ? std::string(1, *one) : std::move(usual);
  };
  std::string quotes{"\"\0", 2}, escapes(1, '\0');
  if (has("'")) quotes.insert(1, "'");
  if (has("\\\"")) escapes += '\\';
  const auto comment = known.comment.value_or(sample.starts_with('#') ? '#' : '\0');
  std::vector<csv_dialect> all;
  for (const auto quote : choices(known.quote, quotes))
    for (const auto escape : choices(known.escape, escapes))
      for (const auto delimiter : choices(known.delimiter, std::string(delimiters)))
        for (const bool skips_initial_space : {false, true}) {
          // One quote that is lost does not make the others text.
          if (!known.quote && quote == 0 && are_quotes(sample, delimiter, '"')) continue;
          if (!known.quote && quote == '\'' && !are_quotes(sample, delimiter, quote)) continue;
          const std::string spaced{delimiter, ' ', quote};
          if (known.skips_initial_space ? *known.skips_initial_space != skips_initial_space
                                        : skips_initial_space && (quote == 0 || !has(spaced)))
            continue;
          all.push_back({delimiter, quote, escape, skips_initial_space, comment});
        }
  return all;
}

/// Without the last line, which may be cut.
std::string_view whole_lines(std::string_view sample, bool is_whole) {
  if (is_whole) return sample;
  const auto end = sample.find_last_of("\r\n");
  return end == std::string_view::npos ? sample : sample.substr(0, end + 1);
}

}  // namespace

std::size_t enough_for_dialect(std::string_view begin) {
  begin = begin.substr(0, dialect_sample_bytes);
  const auto line = begin.find_first_of("\r\n");
  const bool has_two = line != begin.npos && begin.find_first_of("\r\n", line + 2) != begin.npos;
  return has_two ? dialect_sample_bytes : wide_sample_bytes;
}

std::optional<char> stated_delimiter(std::string_view sample) {
  constexpr std::string_view begin = "sep=", no_delimiters = "\"'\\=_ \r\n";
  if (sample.size() < begin.size() + 2) return std::nullopt;
  for (std::size_t i = 0; i < begin.size(); ++i)
    if (sample[i] != begin[i] && (sample[i] | 0x20) != begin[i]) return std::nullopt;
  const char c = sample[begin.size()], end = sample[begin.size() + 1];
  const bool is_mark = c == '\t' || (c > ' ' && c < 0x7F && !(c >= '0' && c <= '9') &&
                                     !((c | 0x20) >= 'a' && (c | 0x20) <= 'z'));
  if (!is_mark || no_delimiters.find(c) != no_delimiters.npos || (end != '\n' && end != '\r'))
    return std::nullopt;
  return sample.find(c, begin.size() + 1) == sample.npos ? std::nullopt : std::optional(c);
}

guessed_dialect guess_dialect(std::string_view sample, bool is_whole, const known_dialect& known) {
  const auto enough = enough_for_dialect(sample);
  sample = whole_lines(sample.substr(0, enough), is_whole && sample.size() <= enough);
  const auto all_dialects = candidates(sample, known);
  csv_dialect best = all_dialects.front();
  std::tuple<std::size_t, bool, std::size_t> best_score{0, false, 1};
  for (const auto& dialect : all_dialects) {
    const auto rows = read_sample(sample, dialect);
    const auto [fields, count] = usual_length(rows);
    const auto all = rows.rows().size() + rows.faults();
    if (fields < 2 || all == 0) continue;
    const std::tuple score{count * 1'000 / all, has_decimal_commas(rows, fields, dialect.delimiter), fields};
    if (score <= best_score) continue;
    best_score = score;
    best = dialect;
  }
  const auto regular = std::get<0>(best_score);
  const auto fields = std::get<2>(best_score);
  auto found = describe(read_sample(sample, best), best, fields);
  if (fields > 1) found.regular_per_mille = static_cast<std::uint32_t>(regular);
  return found;
}

}  // namespace laundromat
