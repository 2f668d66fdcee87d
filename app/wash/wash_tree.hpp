// The files of a folder, for `wash -r`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// Something to wash, and where its results lie below the folder for them.
struct wash_input {
  std::string name;    ///< as it was given, or the path of a file below a folder that was given
  std::string folder;  ///< of the results, relative; empty: the folder itself
};

struct unread_folder {
  std::string name;
  failure why;
};

struct folder_listing {
  std::vector<wash_input> files;      ///< by their paths, the files of a folder before the folders in it
  std::vector<unread_folder> unread;  ///< what cannot be listed
  std::uint64_t results = 0;          ///< files that `wash -o` made, which are left out
};

/// All regular files below `folder`, without those below `except` and without results of `wash -o`: a document with its two files of
/// metadata, and ledgers. Their results lie below `into`. Links are not followed, but for `folder` itself; devices, pipes and
/// sockets are left out. Memory: the paths.
[[nodiscard]] folder_listing files_below(const std::filesystem::path& folder,
                                         const std::filesystem::path& except, const std::string& into);

/// A path as it can stand below another one: without a root, `.` and `..`.
[[nodiscard]] std::string inner_path(const std::filesystem::path& path);

}  // namespace laundromat
