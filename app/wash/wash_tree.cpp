// Lists folders with an explicit stack instead of recursion.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_tree.hpp"

#include <algorithm>
#include <set>

namespace laundromat {

namespace fs = std::filesystem;

namespace {

struct open_folder {
  fs::path path;
  std::string below;  ///< relative to the given folder
};

std::string join(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

/// Whether two paths are the same folder; false when they cannot be compared.
bool is_same(const fs::path& one, const fs::path& other) {
  std::error_code code;
  return !other.empty() && fs::equivalent(one, other, code) && !code;
}

/// Removes the results of `wash -o` from a list of files and returns their number. A document is recognised by its two metadata files, a ledger by
/// its name.
std::uint64_t take_results(std::vector<std::string>& files) {
  constexpr std::string_view document = ".nq.gz", ledger = ".ledger.nq.gz";
  constexpr std::string_view metadata_endings[] = {".meta.nq.gz", ".meta.json"};
  const std::set<std::string> all(files.begin(), files.end());
  std::set<std::string> results;
  for (const auto& name : all) {
    if (name.ends_with(ledger)) results.insert(name);
    if (!name.ends_with(document)) continue;
    const auto stem = name.substr(0, name.size() - document.size());
    if (!std::ranges::all_of(metadata_endings,
                             [&](auto ending) { return all.contains(stem + std::string{ending}); }))
      continue;
    results.insert(name);
    for (const auto ending : metadata_endings) results.insert(stem + std::string{ending});
  }
  return std::erase_if(files, [&results](const auto& name) { return results.contains(name); });
}

}  // namespace

std::string inner_path(const fs::path& path) {
  std::string out;
  for (const auto& part : path.lexically_normal().relative_path())
    if (part != "." && part != ".." && !part.empty()) out = join(out, part.string());
  return out;
}

folder_listing files_below(const fs::path& folder, const fs::path& except, const std::string& into) {
  folder_listing found;
  std::vector<open_folder> open{{folder, into}};
  while (!open.empty()) {
    const auto now = std::move(open.back());
    open.pop_back();
    std::vector<std::string> files, folders;
    std::error_code code;
    for (fs::directory_iterator at{now.path, code}, end; !code && at != end; at.increment(code)) {
      std::error_code ignored;
      if (at->is_symlink(ignored)) continue;
      // The kind is in the listing: no system call for each file.
      if (at->is_regular_file(ignored)) files.push_back(at->path().filename().string());
      if (at->is_directory(ignored) && !is_same(at->path(), except))
        folders.push_back(at->path().filename().string());
    }
    if (code) found.unread.push_back({now.path.string(), {errc::io_failed, code.message()}});
    found.results += take_results(files);
    std::ranges::sort(files);
    for (const auto& file : files) found.files.push_back({(now.path / file).string(), now.below, true});
    std::ranges::sort(folders, std::ranges::greater{});
    for (const auto& name : folders) open.push_back({now.path / name, join(now.below, name)});
  }
  return found;
}

}  // namespace laundromat
