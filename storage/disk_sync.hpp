// What makes bytes and names durable: the one place where a test can put a power cut.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <span>

#include "core/base/result.hpp"

namespace laundromat {

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
};

/// fdatasync(2), fsync(2), syncfs(2).
[[nodiscard]] const disk_sync& posix_sync();

/// From so many files or folders on, one call for the whole file system is cheaper than one for each.
inline constexpr std::size_t usual_syncfs_from = 8;

/// Makes the bytes of `files` durable, one by one or, from `syncfs_from` on, with the file system of `below`. Errors: those of the port,
/// `not_found`, `no_descriptors`.
[[nodiscard]] result<void> sync_files(const disk_sync& disk, std::span<const std::filesystem::path> files,
                                      const std::filesystem::path& below, std::size_t syncfs_from);
/// The same for the names in `folders`.
[[nodiscard]] result<void> sync_folders(const disk_sync& disk, const std::set<std::filesystem::path>& folders,
                                        const std::filesystem::path& below, std::size_t syncfs_from);
/// The file system of `below`.
[[nodiscard]] result<void> sync_all(const disk_sync& disk, const std::filesystem::path& below);

}  // namespace laundromat
