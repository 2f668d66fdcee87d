// POSIX and Linux calls behind durability.
// SPDX-License-Identifier: Apache-2.0
#include "storage/disk_sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "storage/posix_file.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

class posix_disk final : public disk_sync {
 public:
  result<void> file(int fd, const fs::path& path) const override {
    return ::fdatasync(fd) == 0 ? result<void>{} : fail_errno("sync", path);
  }
  result<void> folder(int fd, const fs::path& path) const override {
    return ::fsync(fd) == 0 ? result<void>{} : fail_errno("sync folder", path);
  }
  result<void> file_system(int fd, const fs::path& path) const override {
    return ::syncfs(fd) == 0 ? result<void>{} : fail_errno("sync the disk of", path);
  }
};

result<file_descriptor> open_folder(const fs::path& path) {
  file_descriptor folder{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder.is_open()) return fail_errno("open folder", path);
  return folder;
}

}  // namespace

const disk_sync& posix_sync() {
  static const posix_disk disk;
  return disk;
}

result<void> sync_files(const disk_sync& disk, std::span<const fs::path> files, const fs::path& below,
                        std::size_t syncfs_from) {
  if (files.size() >= syncfs_from) return sync_all(disk, below);
  for (const auto& path : files) {
    const auto file = open_to_read_file(path);
    if (!file) return tl::unexpected(file.error());
    if (auto synced = disk.file(file->get(), path); !synced) return synced;
  }
  return {};
}

result<void> sync_folders(const disk_sync& disk, const std::set<fs::path>& folders, const fs::path& below,
                          std::size_t syncfs_from) {
  if (folders.size() >= syncfs_from) return sync_all(disk, below);
  for (const auto& path : folders) {
    const auto folder = open_folder(path);
    if (!folder) return tl::unexpected(folder.error());
    if (auto synced = disk.folder(folder->get(), path); !synced) return synced;
  }
  return {};
}

result<void> sync_all(const disk_sync& disk, const fs::path& below) {
  const auto folder = open_folder(below);
  if (!folder) return tl::unexpected(folder.error());
  return disk.file_system(folder->get(), below);
}

}  // namespace laundromat
