// A folder accessed by its descriptor, below which no symbolic link is followed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "storage/files/posix_file.hpp"

namespace laundromat {

class disk_sync;

/// Copies share the descriptor. Paths are relative and stay below the folder. As thread-safe as the file system.
/// Errors of every function: `unsafe_data_folder` when a path contains a link or leaves the folder; `not_found`,
/// `io_failed`, `no_space`.
class safe_folder {
 public:
  /// Opens a folder that a user named, and creates it if needed. Links in the path are followed.
  [[nodiscard]] static result<safe_folder> named(const std::filesystem::path& path);
  /// Opens a folder that the program named, and creates it if needed. Links are followed in the parent path, but the folder itself must not be a
  /// link.
  [[nodiscard]] static result<safe_folder> make(const std::filesystem::path& path);
  /// The same for an existing folder. Errors: also `not_found`.
  [[nodiscard]] static result<safe_folder> open(const std::filesystem::path& path);

  /// The path as given, for messages and for functions that open by path.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// A folder below it, created if needed.
  [[nodiscard]] result<safe_folder> below(const std::filesystem::path& name) const;
  /// Errors: also `unsafe_data_folder` when it belongs to another user.
  [[nodiscard]] result<void> check_owner() const;

  /// Whether the name exists, also as a link. When that cannot be determined an error is returned.
  [[nodiscard]] result<bool> holds(const std::filesystem::path& name) const;
  /// A file of the program, if it exists. Errors: `unsafe_data_folder` for a link, for anything but a regular file, and for another owner.
  [[nodiscard]] result<void> check_file(const std::filesystem::path& name) const;
  /// Errors: also `not_found` for anything but a regular file.
  [[nodiscard]] result<file_descriptor> open_to_read(const std::filesystem::path& name) const;
  [[nodiscard]] result<file_descriptor> open_folder(const std::filesystem::path& name) const;
  /// Creates a new file to read and write.
  [[nodiscard]] result<file_descriptor> create(const std::filesystem::path& name) const;
  /// Opens a file of this user to read and write, and creates it if needed. Errors: also `unsafe_data_folder` for anything but a regular file,
  /// and for another owner.
  [[nodiscard]] result<file_descriptor> open_or_create(const std::filesystem::path& name) const;
  [[nodiscard]] result<void> make_folders(const std::filesystem::path& name) const;
  /// Replaces an existing target.
  [[nodiscard]] result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) const;
  /// Links a file to a second name, replacing an existing one. After a crash the link may have the name `temporary`, which must not
  /// exist before.
  [[nodiscard]] result<void> link(const std::filesystem::path& from, const std::filesystem::path& to,
                                  const std::filesystem::path& temporary) const;
  /// Removes a file or a link. A missing name is not an error.
  [[nodiscard]] result<void> remove(const std::filesystem::path& name) const;
  /// Removes a file, a link, or a folder with its content. A missing name is not an error.
  [[nodiscard]] result<void> remove_all(const std::filesystem::path& name) const;
  /// The type of a file, without following links; `file_type::not_found` for a missing name.
  [[nodiscard]] result<std::filesystem::file_type> kind_of(const std::filesystem::path& name) const;
  /// The first bytes of a file.
  [[nodiscard]] result<std::string> head_of(const std::filesystem::path& name, std::size_t most_bytes) const;
  /// Writes a file, replacing an existing file or link. Not durable.
  [[nodiscard]] result<void> put(const std::filesystem::path& name, std::string_view bytes) const;
  /// Links a regular file to a name outside the folder, or copies it when a link is impossible. Errors: also when `target` exists.
  [[nodiscard]] result<void> link_out(const std::filesystem::path& name,
                                      const std::filesystem::path& target) const;
  /// Removes an empty folder; returns whether it was removed.
  [[nodiscard]] bool remove_folder(const std::filesystem::path& name) const;
  /// Calls `take` with each name in a folder below it; `take` may remove it.
  [[nodiscard]] result<void> list(const std::filesystem::path& name,
                                  const std::function<void(const std::string&)>& take) const;
  /// Removes the content of the folder; returns the number of removed names.
  [[nodiscard]] result<std::uint64_t> empty() const;
  /// Writes to `temporary`; `commit` moves it to `target` and creates its folders. Not durable. With `early`, which outlives it, a large
  /// file is written to the disk while it is produced.
  [[nodiscard]] result<std::unique_ptr<staged_descriptor>> stage(std::filesystem::path temporary,
                                                                 std::filesystem::path target,
                                                                 const disk_sync* early = nullptr) const;

 private:
  safe_folder(std::filesystem::path path, file_descriptor folder)
      : path_(std::move(path)), folder_(std::make_shared<const file_descriptor>(std::move(folder))) {}
  [[nodiscard]] file_descriptor resolve(const std::filesystem::path& name, int flags,
                                        unsigned mode = 0) const;
  [[nodiscard]] file_descriptor parent_of(const std::filesystem::path& name) const;
  [[nodiscard]] result<std::optional<struct stat>> examine(const std::filesystem::path& name) const;
  [[nodiscard]] tl::unexpected<failure> fail_at(std::string_view doing,
                                                const std::filesystem::path& name) const;

  std::filesystem::path path_;
  std::shared_ptr<const file_descriptor> folder_;
};

}  // namespace laundromat
