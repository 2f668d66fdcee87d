// Temporary folders, and files that get their names when complete; leftovers of killed processes are removed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "storage/files/disk_sync.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Removes the files and folders of this user whose names begin with `prefix` and that no process has locked with flock(2).
/// Those that cannot be read or removed are kept.
void remove_abandoned(const std::filesystem::path& folder, std::string_view prefix);

/// A temporary folder, locked so that `remove_abandoned` keeps it. The destructor removes it.
class scratch_folder {
 public:
  /// Creates the folder below `where`, after removing abandoned ones. Errors, which name `where`: `not_found` when it is not a folder, `io_failed`,
  /// `no_space`.
  [[nodiscard]] static result<scratch_folder> make(const std::filesystem::path& where);
  scratch_folder(scratch_folder&& other) noexcept
      : path_(std::move(other.path_)), lock_(std::move(other.lock_)) {
    other.path_.clear();
  }
  scratch_folder& operator=(scratch_folder&&) = delete;
  ~scratch_folder() { remove(); }

  /// Removes the folder, repeatedly when other threads add files meanwhile.
  void remove() const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  scratch_folder(std::filesystem::path path, file_descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  file_descriptor lock_;
};

/// The prefix of hidden names of incomplete files.
inline constexpr std::string_view unplaced_prefix = ".laundromat-unplaced-";

/// A file for a path given by the user. It is written under a hidden name in the same folder; `commit` makes the bytes and the name durable,
/// and until then the path is unchanged. Links are followed; a pipe or device is kept and receives the bytes at once. Creates the folder, and
/// removes abandoned files in it. Errors, which name the path: `io_failed`, `no_space`.
[[nodiscard]] result<std::unique_ptr<staged_file>> replace_file(const std::filesystem::path& path,
                                                                const disk_sync& disk = posix_sync());

/// The same for a result: a link at the path is replaced, and what it leads to stays as it is; those of the system, as /dev/stdout, are followed.
[[nodiscard]] result<std::unique_ptr<staged_file>> replace_link(const std::filesystem::path& path,
                                                                const disk_sync& disk = posix_sync());

/// Moves a finished file to `target`, whose folder exists: by rename, or as `replace_link` from another disk and into pipes and
/// devices. `staged` may remain. Errors: `not_found`, `io_failed`, `no_space`.
[[nodiscard]] result<void> place_file(const std::filesystem::path& staged,
                                      const std::filesystem::path& target);

}  // namespace laundromat
