// Reads the sample in each dialect, and compares the lengths of rows.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/guess_dialect.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

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

/// The most frequent length of rows, and how often it is; of equals the greater one.
std::pair<std::size_t, std::size_t> usual_length(const sample_rows& sample) {
  std::map<std::size_t, std::size_t> lengths;
  for (const auto& row : sample.rows()) ++lengths[row.size()];
  std::pair<std::size_t, std::size_t> usual{1, 0};
  for (const auto& [length, count] : lengths)
    if (count >= usual.second) usual = {length, count};
  return usual;
}

/// Digits with the signs of numbers, dates and times; no letters.
bool is_like_number(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; }) &&
         std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || std::string_view("+-.,:/% ").find(c) != std::string_view::npos;
         });
}

std::size_t filled_fields(const std::vector<std::string>& row) {
  return row.size() - static_cast<std::size_t>(std::ranges::count(row, std::string{}));
}

/// How many rows are before the first one of the table; none when one of them has more fields, or there are too many for a title.
/// A first row of which only one field is filled is a title when all fields of the next one are.
std::size_t title_rows_of(const sample_rows& sample, std::size_t fields) {
  constexpr std::size_t most = 30;
  const auto& rows = sample.rows();
  for (std::size_t i = 0; i < std::min(rows.size(), most) && rows[i].size() <= fields; ++i) {
    const bool is_title = fields > 2 && i + 1 < rows.size() && filled_fields(rows[i]) == 1 &&
                          rows[i + 1].size() == fields && filled_fields(rows[i + 1]) == fields;
    if (rows[i].size() == fields && !is_title) return i;
  }
  return 0;
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

/// Names differ, are no numbers, and do not come again below. A row that is alone is a header if it may be one. Behind a row with several fields,
/// which may be a damaged header, a row is a header only where a column of numbers has a name.
bool has_header(const sample_rows& sample, std::size_t fields, std::size_t top) {
  const auto& rows = sample.rows();
  if (top >= rows.size() || rows[top].size() != fields) return false;
  const auto& first = rows[top];
  const std::set<std::string> names(first.begin(), first.end());
  const auto is_no_name = [](const std::string& one) { return is_like_number(one); };
  if (std::ranges::any_of(first, is_no_name)) return false;
  bool has_numbers = false, is_repeated = false;
  for (std::size_t i = 0; i < fields; ++i) {
    std::size_t numbers = 0, filled = 0;
    for (auto r = top + 1; r < rows.size(); ++r) {
      if (rows[r].size() != fields || rows[r][i].empty()) continue;
      ++filled;
      numbers += is_like_number(rows[r][i]) ? 1 : 0;
      is_repeated = is_repeated || (!first[i].empty() && rows[r][i] == first[i]);
    }
    has_numbers = has_numbers || (filled > 0 && numbers == filled);
  }
  if (has_numbers) return true;
  const bool is_behind_fields = top > 0 && filled_fields(rows[top - 1]) > 1;
  return !is_behind_fields && names.size() == fields && !names.contains("") && !is_repeated;
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

guessed_dialect guess_dialect(std::string_view sample, bool is_whole, const known_dialect& known) {
  sample =
      whole_lines(sample.substr(0, dialect_sample_bytes), is_whole && sample.size() <= dialect_sample_bytes);
  guessed_dialect best;
  best.dialect = candidates(sample, known).front();
  std::tuple<std::size_t, std::size_t> best_score{0, 1};
  for (const auto& dialect : candidates(sample, known)) {
    const auto rows = read_sample(sample, dialect);
    const auto [fields, count] = usual_length(rows);
    const auto all = rows.rows().size() + rows.faults();
    if (fields < 2 || all == 0) continue;
    const std::tuple score{count * 1'000 / all, fields};
    if (score <= best_score) continue;
    best_score = score;
    auto titles = title_rows_of(rows, fields);
    auto width = fields;
    if (const auto names = fields_of_short_header(rows, fields, titles); names > 0) {
      width = names;
      --titles;
    }
    best = {dialect, width, titles, has_header(rows, width, titles),
            static_cast<std::uint32_t>(std::get<0>(score))};
  }
  if (best.fields == 1) best.has_header = has_header(read_sample(sample, best.dialect), 1, 0);
  return best;
}

}  // namespace laundromat
