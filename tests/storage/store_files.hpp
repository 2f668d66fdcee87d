// Reads the text of a source and counts files, for tests of stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// The whole text, or the failure as text.
inline std::string content(result<byte_source_ptr> source) {
  if (!source) return to_string(source.error());
  return read_all(**source, 1 << 20).value_or("unreadable");
}

inline std::size_t files_below(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& item : std::filesystem::recursive_directory_iterator{folder})
    count += item.is_regular_file();
  return count;
}

}  // namespace laundromat
