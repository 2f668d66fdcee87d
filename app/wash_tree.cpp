// Folders are taken from a stack, so that their depth costs no stack of the program.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash_tree.hpp"

#include <algorithm>

namespace laundromat {

namespace fs = std::filesystem;

namespace {

struct open_folder {
  fs::path path;
  std::string below;  ///< relative to the folder that was given
};

std::string join(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

/// What cannot be compared is another folder.
bool is_same(const fs::path& one, const fs::path& other) {
  std::error_code code;
  return !other.empty() && fs::equivalent(one, other, code) && !code;
}

}  // namespace

folder_listing files_below(const fs::path& folder, const fs::path& except) {
  folder_listing found;
  std::vector<open_folder> open{{folder, ""}};
  while (!open.empty()) {
    const auto now = std::move(open.back());
    open.pop_back();
    std::vector<std::string> files, folders;
    std::error_code code;
    for (fs::directory_iterator at{now.path, code}, end; !code && at != end; at.increment(code)) {
      std::error_code ignored;
      const auto kind = at->symlink_status(ignored).type();
      if (kind == fs::file_type::regular) files.push_back(at->path().filename().string());
      if (kind == fs::file_type::directory && !is_same(at->path(), except))
        folders.push_back(at->path().filename().string());
    }
    if (code) found.unread.push_back({now.path.string(), {errc::io_failed, code.message()}});
    std::ranges::sort(files);
    for (const auto& file : files) found.files.push_back({(now.path / file).string(), now.below});
    std::ranges::sort(folders, std::ranges::greater{});
    for (const auto& name : folders) open.push_back({now.path / name, join(now.below, name)});
  }
  return found;
}

}  // namespace laundromat
