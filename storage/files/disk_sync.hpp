// Makes bytes and names durable, through a port with which tests simulate a power failure.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>

#include "core/base/result.hpp"

namespace laundromat {

class safe_folder;

/// Durability as a port. Bytes, names and folders that no call has covered may be lost in a power failure. Thread-safe. Errors of every
/// call: `io_failed`, `no_space`; their detail begins with `sync`. After an error the state of the disk is unknown.
class disk_sync {
 public:
  virtual ~disk_sync() = default;
  /// Syncs the bytes of an open file.
  [[nodiscard]] virtual result<void> file(int fd, const std::filesystem::path& path) const = 0;
  /// Syncs the names in an open folder.
  [[nodiscard]] virtual result<void> folder(int fd, const std::filesystem::path& path) const = 0;
  /// Syncs all bytes and names of the file system of an open folder.
  [[nodiscard]] virtual result<void> file_system(int fd, const std::filesystem::path& path) const = 0;
  /// Starts writing bytes of a file to the disk without waiting, so that a later `file` waits less.
  virtual void start_writeback(int fd, const std::filesystem::path& path, std::uint64_t offset,
                               std::uint64_t bytes) const;
};

/// File size from which writing begins early, because a sync at the end would take long.
inline constexpr std::uint64_t large_file_bytes = std::uint64_t{8} << 20;

/// Starts writing a large file to the disk while it is produced sequentially.
class early_writeback {
 public:
  /// `disk` outlives it.
  explicit early_writeback(const disk_sync& disk) : disk_(&disk) {}
  /// Reports that the file has grown by that many bytes.
  void wrote(int fd, const std::filesystem::path& path, std::uint64_t bytes);

 private:
  const disk_sync* disk_;
  std::uint64_t written_ = 0, sent_ = 0;
};

/// fdatasync(2), fsync(2), syncfs(2).
[[nodiscard]] const disk_sync& posix_sync();

/// The number of files or folders from which one call for the whole file system is faster than one call each.
inline constexpr std::size_t usual_syncfs_from = 8;

/// Makes the bytes of `files` below a folder durable, one by one or, from `syncfs_from` files, with the whole file system. Errors:
/// those of `safe_folder`, before anything was synced, and `sync_failed` for any failed sync, which must not be
/// repeated.
[[nodiscard]] result<void> sync_files(const disk_sync& disk, const safe_folder& below,
                                      std::span<const std::filesystem::path> files, std::size_t syncfs_from);
/// Makes the names in `folders` durable; the empty path is the folder itself.
[[nodiscard]] result<void> sync_folders(const disk_sync& disk, const safe_folder& below,
                                        const std::set<std::filesystem::path>& folders,
                                        std::size_t syncfs_from);
/// Syncs the file system of a folder.
[[nodiscard]] result<void> sync_all(const disk_sync& disk, const safe_folder& below);

}  // namespace laundromat
