// Reads the results of a run from its data folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "storage/journal/journal_reader.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/read_file.hpp"

namespace laundromat {

using tally = std::map<std::string, std::uint64_t>;

inline journal journal_of(const std::filesystem::path& data) {
  return journal::open(data_layout{data}.journal(), journal_mode::read_only).value();
}

/// `entry parsed`, `entry failed http_status`, …: how many records of each.
inline tally tally_of(const std::filesystem::path& data) {
  auto db = journal_of(data);
  tally out;
  const auto rows = journal_reader{db}.counts().value();
  for (const auto& row : rows) {
    auto key = std::string{to_string(row.kind)} + ' ' + std::string{to_string(row.current)};
    if (row.cause != errc::ok) key += ' ' + std::string{to_string(row.cause)};
    out[key] += row.count;
  }
  return out;
}

/// The bytes of every clean document, by its path.
inline std::map<std::string, std::string> clean_tree(const std::filesystem::path& data) {
  std::map<std::string, std::string> out;
  for (const auto& file : std::filesystem::recursive_directory_iterator{data_layout{data}.clean()}) {
    if (!file.is_regular_file()) continue;
    out[std::filesystem::relative(file.path(), data).string()] = read_file(file.path());
  }
  return out;
}

}  // namespace laundromat
