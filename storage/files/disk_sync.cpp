// Implements durability with fsync(2) and syncfs(2).
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/disk_sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "storage/files/safe_folder.hpp"

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
  void start_writeback(int fd, const fs::path&, std::uint64_t offset, std::uint64_t bytes) const override {
    (void)::sync_file_range(fd, static_cast<off_t>(offset), static_cast<off_t>(bytes), SYNC_FILE_RANGE_WRITE);
  }
};

/// Maps every failure of a sync, also a lack of space, to one error: the kernel reports a lost page once, and a second sync would succeed.
result<void> lost_if_failed(result<void> synced) {
  if (!synced) synced.error().code = errc::sync_failed;
  return synced;
}

}  // namespace

void disk_sync::start_writeback(int, const fs::path&, std::uint64_t, std::uint64_t) const {}

void early_writeback::wrote(int fd, const fs::path& path, std::uint64_t bytes) {
  written_ += bytes;
  if (written_ - sent_ < large_file_bytes) return;
  disk_->start_writeback(fd, path, sent_, written_ - sent_);
  sent_ = written_;
}

const disk_sync& posix_sync() {
  static const posix_disk disk;
  return disk;
}

result<void> sync_files(const disk_sync& disk, const safe_folder& below, std::span<const fs::path> files,
                        std::size_t syncfs_from) {
  if (files.size() >= syncfs_from) return sync_all(disk, below);
  for (const auto& name : files) {
    const auto file = below.open_to_read(name);
    if (!file) return tl::unexpected(file.error());
    if (auto synced = lost_if_failed(disk.file(file->get(), below.path() / name)); !synced) return synced;
  }
  return {};
}

result<void> sync_folders(const disk_sync& disk, const safe_folder& below, const std::set<fs::path>& folders,
                          std::size_t syncfs_from) {
  if (folders.size() >= syncfs_from) return sync_all(disk, below);
  for (const auto& name : folders) {
    const auto folder = below.open_folder(name);
    if (!folder) return tl::unexpected(folder.error());
    const auto path = name.empty() ? below.path() : below.path() / name;
    if (auto synced = lost_if_failed(disk.folder(folder->get(), path)); !synced) return synced;
  }
  return {};
}

result<void> sync_all(const disk_sync& disk, const safe_folder& below) {
  const auto folder = below.open_folder({});
  if (!folder) return tl::unexpected(folder.error());
  return lost_if_failed(disk.file_system(folder->get(), below.path()));
}

}  // namespace laundromat
