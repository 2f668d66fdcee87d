// Tables of cases with fields of answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/web/kept_answer.hpp"
#include "tests/core/web/body_length_cases.hpp"
#include "tests/places.hpp"

namespace laundromat::test {

/// The rows of a table in `cases`, each with so many cells, which are not unescaped.
inline std::vector<std::vector<std::string>> rows_of_cases(const std::string& table, std::size_t cells) {
  std::ifstream file(source_path("tests/core/web/cases/") + table);
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    out.push_back(split_text(line, '\t'));
    EXPECT_EQ(out.back().size(), cells) << line;
    out.back().resize(cells);
  }
  return out;
}

/// Fields in one cell, joined by `\n`.
class cell_fields {
 public:
  explicit cell_fields(std::string cell) {
    for (std::size_t at = 0; (at = cell.find("\\n", at)) != std::string::npos;) cell.replace(at, 2, "\n");
    for (auto& line : split_text(cell, '\n')) lines_.push_back(std::move(line));
    for (const auto& line : lines_) {
      const auto colon = line.find(':');
      if (colon != std::string::npos)
        fields_.push_back(
            {std::string_view{line}.substr(0, colon), std::string_view{line}.substr(colon + 1)});
    }
  }
  cell_fields(const cell_fields&) = delete;
  cell_fields& operator=(const cell_fields&) = delete;

  [[nodiscard]] const std::vector<field_view>& all() const { return fields_; }
  /// Without the blank before it; empty when there is none.
  [[nodiscard]] std::string_view value(std::string_view name) const {
    for (const auto& f : fields_)
      if (f.name == name) return f.value.substr(std::min(f.value.find_first_not_of(' '), f.value.size()));
    return {};
  }
  [[nodiscard]] std::size_t count(std::string_view name) const {
    std::size_t n = 0;
    for (const auto& f : fields_) n += f.name == name ? 1 : 0;
    return n;
  }

 private:
  std::vector<std::string> lines_;
  std::vector<field_view> fields_;
};

}  // namespace laundromat::test
