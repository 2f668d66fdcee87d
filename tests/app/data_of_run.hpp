// Reads the results of a run from its data folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

#include "app/records/document_files.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/data_stores.hpp"
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

/// Whether a worker node has finished a job, as the engine's file about nodes says after a while.
inline bool a_node_has_finished(const std::filesystem::path& data) {
  constexpr std::string_view words = "\"finished\": ";
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (std::chrono::steady_clock::now() < deadline) {
    const auto text = read_file(data / "nodes.json");
    const auto at = text.find(words);
    if (at != text.npos && text[at + words.size()] != '0') return true;
  }
  return false;
}

/// The bytes of every stored file of every clean document, by `HASH/NAME`, wherever they are stored.
inline std::map<std::string, std::string> clean_tree(const std::filesystem::path& data) {
  auto db = journal_of(data);
  const auto store = open_documents_to_read(data).value();
  std::map<std::string, std::string> out;
  const auto documents = journal_reader{db}.kept_documents(1'000'000).value();
  for (const auto& document : documents) {
    if (document.is_removed) continue;
    const auto hex = document.clean.hash.hex();
    const auto files = files_of(store, document).value();
    for (const auto& file : files)
      if (file.is_in_folder)
        out[hex + '/' + file.name] =
            read_file(data_layout{data}.clean() / hex.substr(0, 2) / hex / file.name);
      else if (!file.name.starts_with("meta."))
        out[hex + '/' + file.name] = read_document_file(store, document, file.name).value();
  }
  return out;
}

/// The bytes of every file of clean documents, by its path in the data folder.
inline std::map<std::string, std::string> clean_folders(const std::filesystem::path& data) {
  std::map<std::string, std::string> out;
  for (const auto* folder : {"clean", "ledgers", "deltas"})
    for (const auto& file : std::filesystem::recursive_directory_iterator{data / folder})
      if (file.is_regular_file())
        out[std::filesystem::relative(file.path(), data).string()] = read_file(file.path());
  return out;
}

}  // namespace laundromat
