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
  void on_fault(csv_fault /*fault*/, const csv_place& /*place*/, std::uint64_t /*at*/) override { ++faults_; }

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

/// Names differ, are no numbers, and do not come again below.
bool has_header(const sample_rows& sample, std::size_t fields) {
  const auto& rows = sample.rows();
  if (rows.size() < 2 || rows[0].size() != fields) return false;
  const auto& first = rows[0];
  const std::set<std::string> names(first.begin(), first.end());
  const auto is_no_name = [](const std::string& one) { return is_like_number(one); };
  if (std::ranges::any_of(first, is_no_name)) return false;
  bool has_numbers = false, is_repeated = false;
  for (std::size_t i = 0; i < fields; ++i) {
    std::size_t numbers = 0, filled = 0;
    for (std::size_t r = 1; r < rows.size(); ++r) {
      if (rows[r].size() != fields || rows[r][i].empty()) continue;
      ++filled;
      numbers += is_like_number(rows[r][i]) ? 1 : 0;
      is_repeated = is_repeated || (!first[i].empty() && rows[r][i] == first[i]);
    }
    has_numbers = has_numbers || (filled > 0 && numbers == filled);
  }
  return has_numbers || (names.size() == fields && !names.contains("") && !is_repeated);
}

/// Without the last line, which may be cut.
std::string_view whole_lines(std::string_view sample, bool is_whole) {
  if (is_whole) return sample;
  const auto end = sample.find_last_of("\r\n");
  return end == std::string_view::npos ? sample : sample.substr(0, end + 1);
}

}  // namespace

guessed_dialect guess_dialect(std::string_view sample, bool is_whole) {
  sample =
      whole_lines(sample.substr(0, dialect_sample_bytes), is_whole && sample.size() <= dialect_sample_bytes);
  guessed_dialect best;
  std::tuple<std::size_t, std::size_t> best_score{0, 1};
  for (const char quote : {'"', '\'', '\0'})
    for (const char delimiter : delimiters) {
      if (quote == '\'' && sample.find(quote) == std::string_view::npos) continue;
      const csv_dialect dialect{delimiter, quote};
      const auto rows = read_sample(sample, dialect);
      const auto [fields, count] = usual_length(rows);
      const auto all = rows.rows().size() + rows.faults();
      if (fields < 2 || all == 0) continue;
      const std::tuple score{count * 1'000 / all, fields};
      if (score <= best_score) continue;
      best_score = score;
      best = {dialect, fields, has_header(rows, fields), static_cast<std::uint32_t>(std::get<0>(score))};
    }
  if (best.fields == 1) best.has_header = has_header(read_sample(sample, best.dialect), 1);
  return best;
}

}  // namespace laundromat
