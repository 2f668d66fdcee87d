// Reads a table of tab-separated values with a line of column names, for tests and benchmarks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/read_file.hpp"

namespace laundromat {

/// A line: values by column name, empty where the line is too short.
using tsv_row = std::map<std::string, std::string>;

/// The lines of a file after its line of column names; none for a file that cannot be read.
[[nodiscard]] inline std::vector<tsv_row> read_tsv_rows(const std::filesystem::path& path) {
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(cell);
    return cells;
  };
  std::istringstream in(read_file(path));
  std::string line;
  std::getline(in, line);
  const auto names = split(line);
  std::vector<tsv_row> rows;
  while (std::getline(in, line)) {
    const auto cells = split(line);
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = i < cells.size() ? cells[i] : "";
  }
  return rows;
}

}  // namespace laundromat
