// What makes bytes and names durable: the one place where a test can put a power cut.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>

#include "core/base/result.hpp"

namespace laundromat {

class safe_folder;

/// Durability as a port. What none of its calls has covered may be lost by a power cut: bytes that were written, names that were given,
/// folders that were made. Thread-safe. Errors of every call: `io_failed`, `no_space`; their detail begins with `sync`. After one of them
/// nobody knows what the disk holds.
class disk_sync {
 public:
  virtual ~disk_sync() = default;
  /// The bytes of an open file.
  [[nodiscard]] virtual result<void> file(int fd, const std::filesystem::path& path) const = 0;
  /// The names in an open folder.
  [[nodiscard]] virtual result<void> folder(int fd, const std::filesystem::path& path) const = 0;
  /// All bytes and all names of the file system on which an open folder lies.
  [[nodiscard]] virtual result<void> file_system(int fd, const std::filesystem::path& path) const = 0;
  /// Starts writing bytes of a file to the disk, and waits for nothing: `file` has less to wait for then.
  virtual void start_writeback(int fd, const std::filesystem::path& path, std::uint64_t offset,
                               std::uint64_t bytes) const;
};

/// From so many bytes on a file would hold up whoever makes it durable.
inline constexpr std::uint64_t large_file_bytes = std::uint64_t{8} << 20;

/// Keeps a large file on its way to the disk while it is written from its beginning.
class early_writeback {
 public:
  /// `disk` outlives it.
  explicit early_writeback(const disk_sync& disk) : disk_(&disk) {}
  /// So many bytes more are in the file.
  void wrote(int fd, const std::filesystem::path& path, std::uint64_t bytes);

 private:
  const disk_sync* disk_;
  std::uint64_t written_ = 0, sent_ = 0;
};

/// fdatasync(2), fsync(2), syncfs(2).
[[nodiscard]] const disk_sync& posix_sync();

/// From so many files or folders on, one call for the whole file system is cheaper than one for each.
inline constexpr std::size_t usual_syncfs_from = 8;

/// Makes the bytes of `files`, which lie below a folder, durable, one by one or, from `syncfs_from` on, with the whole file system. Errors:
/// those of `safe_folder`, where nothing was synced yet that may be lost, and `sync_failed` for a sync that failed, whatever its reason: to repeat
/// it would prove nothing.
[[nodiscard]] result<void> sync_files(const disk_sync& disk, const safe_folder& below,
                                      std::span<const std::filesystem::path> files, std::size_t syncfs_from);
/// The same for the names in `folders`; the empty path is the folder itself.
[[nodiscard]] result<void> sync_folders(const disk_sync& disk, const safe_folder& below,
                                        const std::set<std::filesystem::path>& folders,
                                        std::size_t syncfs_from);
/// The file system on which a folder lies.
[[nodiscard]] result<void> sync_all(const disk_sync& disk, const safe_folder& below);

}  // namespace laundromat
