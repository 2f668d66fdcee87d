// Paths of the raw store.
// SPDX-License-Identifier: Apache-2.0
#include "storage/raw_store.hpp"

#include <unistd.h>

#include <set>
#include <vector>

#include "storage/posix_file.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_name_bytes = 255;

tl::unexpected<failure> fail_path(std::string_view path) {
  return fail(errc::invalid_argument, "not a path of the raw store: " + std::string{path.substr(0, 200)});
}

}  // namespace

result<raw_store> raw_store::at(std::filesystem::path folder, const disk_sync& disk) {
  raw_store store{std::move(folder), disk};
  if (auto made = make_folders(store.staged_folder()); !made) return tl::unexpected<failure>(made.error());
  return store;
}

bool raw_store::is_usable_path(std::string_view raw_path) {
  if (raw_path.empty() || raw_path.front() == '.' || raw_path.find('\0') != std::string_view::npos)
    return false;
  for (;;) {
    const auto end = raw_path.find('/');
    const auto name = raw_path.substr(0, end);
    if (name.empty() || name == "." || name == ".." || name.size() > longest_name_bytes) return false;
    if (end == std::string_view::npos) return true;
    raw_path.remove_prefix(end + 1);
  }
}

result<byte_source_ptr> raw_store::open(std::string_view raw_path) {
  auto file = open_file(raw_path);
  if (!file) return tl::unexpected(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

result<file_descriptor> raw_store::open_file(std::string_view raw_path) const {
  if (!is_usable_path(raw_path)) return fail(errc::not_found, fail_path(raw_path).value().detail);
  return open_to_read_file(folder_ / raw_path);
}

result<std::unique_ptr<staged_file>> raw_store::stage(std::string_view raw_path) {
  if (!is_usable_path(raw_path)) return fail_path(raw_path);
  return stage_file(staged_folder() / fresh_name(), folder_ / raw_path);
}

result<void> raw_store::make_durable(std::span<const std::string> raw_paths, std::size_t syncfs_from) const {
  std::vector<std::filesystem::path> files;
  std::set<std::filesystem::path> folders;
  for (const auto& raw_path : raw_paths) {
    std::error_code code;
    auto file = folder_ / raw_path;
    if (!is_usable_path(raw_path) || !std::filesystem::exists(file, code)) continue;
    // Every folder up to the store's own: each may be new.
    for (auto above = file.parent_path(); folders.insert(above).second && above != folder_;)
      above = above.parent_path();
    files.push_back(std::move(file));
  }
  if (files.size() >= syncfs_from || folders.size() >= syncfs_from) return sync_all(*disk_, folder_);
  if (auto synced = sync_files(*disk_, files, folder_, syncfs_from); !synced) return synced;
  return sync_folders(*disk_, folders, folder_, syncfs_from);
}

void raw_store::remove(std::string_view raw_path) const {
  if (is_usable_path(raw_path)) ::unlink((folder_ / raw_path).c_str());
}

result<std::uint64_t> raw_store::sweep_staged() {
  return empty_folder(staged_folder());
}

}  // namespace laundromat
