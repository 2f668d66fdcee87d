// Reads the text of a source, counts files and stages documents, for tests of stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/records/outcomes.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// The whole text, or the failure as text.
inline std::string content(result<byte_source_ptr> source) {
  if (!source) return to_string(source.error());
  return read_all(**source, 1 << 24).value_or("unreadable");
}

inline std::size_t files_below(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& item : std::filesystem::recursive_directory_iterator{folder})
    count += item.is_regular_file();
  return count;
}

/// The name of a new staged file with this text and an index; empty when it cannot be written.
inline std::string staged_text(const clean_store& store, std::string_view text) {
  auto file = store.stage();
  if (!file || !(*file)->write(text)) return {};
  return (*file)->finish("index of it").value_or("");
}

/// The outcome of washing a document with one statement and this text, which is staged.
inline parse_outcome washed_text(const clean_store& store, std::string_view text) {
  parse_outcome found;
  found.on = event::statements_stored;
  found.clean.hash = sha256(text);
  found.clean.statements = 1;
  found.clean.content.bytes = text.size();
  found.staged = staged_text(store, text);
  return found;
}

}  // namespace laundromat
