// Lists the files of a folder for `wash -r`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// A file to wash, and the subfolder of its results.
struct wash_input {
  std::string name;        ///< as given, or the path of a file below a given folder
  std::string folder;      ///< subfolder of the results; empty: the output folder itself
  bool is_listed = false;  ///< a regular file in the listing of its folder
};

struct unread_folder {
  std::string name;
  failure why;
};

struct folder_listing {
  std::vector<wash_input> files;      ///< sorted by path, the files of a folder before its subfolders
  std::vector<unread_folder> unread;  ///< folders that cannot be listed
  std::uint64_t results = 0;          ///< files made by `wash -o`, which are left out
};

/// All regular files below `folder`, except those below `except` and the results of `wash -o`: documents with their two metadata
/// files, and ledgers. `into` is the subfolder of their results. Links are not followed, except `folder` itself; devices, pipes and
/// sockets are left out. Memory: the paths.
[[nodiscard]] folder_listing files_below(const std::filesystem::path& folder,
                                         const std::filesystem::path& except, const std::string& into);

/// A relative path without root, `.` and `..`.
[[nodiscard]] std::string inner_path(const std::filesystem::path& path);

}  // namespace laundromat
