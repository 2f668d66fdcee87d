// A folder for what is temporary, and files that get their names when they are whole; what killed programs left of both is found again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "storage/files/disk_sync.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Removes the files and folders of the same user whose names begin with `prefix` and that no living process has locked with flock(2).
/// What cannot be looked at or removed stays.
void remove_abandoned(const std::filesystem::path& folder, std::string_view prefix);

/// A folder of its own, locked while it lives, so that `remove_abandoned` spares it. It goes with the object.
class scratch_folder {
 public:
  /// Below `where`; first removes what others left there. Errors: `not_found` when `where` is no folder, `io_failed`, `no_space`; they name it.
  [[nodiscard]] static result<scratch_folder> make(const std::filesystem::path& where);
  scratch_folder(scratch_folder&& other) noexcept
      : path_(std::move(other.path_)), lock_(std::move(other.lock_)) {
    other.path_.clear();
  }
  scratch_folder& operator=(scratch_folder&&) = delete;
  ~scratch_folder() { remove(); }

  /// Again and again, because others may write into it meanwhile; once it is gone they cannot.
  void remove() const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  scratch_folder(std::filesystem::path path, file_descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  file_descriptor lock_;
};

/// How the hidden names begin of files that have no other yet.
inline constexpr std::string_view unplaced_prefix = ".laundromat-unplaced-";

/// A file for a path that somebody named. It is written under a hidden name beside it, and `commit` makes it durable there: until then the
/// path is what it was. Its name is durable, too. Links are followed; a pipe or a device stays what it is and gets the bytes at once. Makes the folder, and removes
/// what killed programs left in it. Errors of all: `io_failed`, `no_space`; they name the path.
[[nodiscard]] result<std::unique_ptr<staged_file>> replace_file(const std::filesystem::path& path,
                                                                const disk_sync& disk = posix_sync());

/// Moves a finished file to `target`, whose folder is there: as `replace_file` from another disk and into pipes and devices, else by its
/// name. `staged` may be left. Errors: `not_found`, `io_failed`, `no_space`.
[[nodiscard]] result<void> place_file(const std::filesystem::path& staged,
                                      const std::filesystem::path& target);

}  // namespace laundromat
