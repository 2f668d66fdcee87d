// A folder that is reached by its descriptor: whatever is opened, made, moved or removed below it follows no link.
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

/// Copies share the descriptor. Paths are relative, and stay below the folder. Thread-safe as the disk is.
/// Errors of every function: `unsafe_data_folder` where a link stands in the way, or a path would leave the folder; `not_found`,
/// `io_failed`, `no_space`.
class safe_folder {
 public:
  /// Opens a folder that a user named, and makes it first: links that lead to it are followed, for they are the user's.
  [[nodiscard]] static result<safe_folder> named(const std::filesystem::path& path);
  /// Opens a folder that the program named, and makes it first: the folders above may lie behind links, it must be none itself.
  [[nodiscard]] static result<safe_folder> make(const std::filesystem::path& path);
  /// The same, of a folder that is there. Errors: also `not_found`.
  [[nodiscard]] static result<safe_folder> open(const std::filesystem::path& path);

  /// As it was named: for messages, and for those who open by path.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// A folder below it, which is made when it is not there.
  [[nodiscard]] result<safe_folder> below(const std::filesystem::path& name) const;
  /// Errors: also `unsafe_data_folder` when it belongs to another user.
  [[nodiscard]] result<void> check_owner() const;

  /// Whether something has that name, a link itself among others. What could not be looked at is an error, and no "no".
  [[nodiscard]] result<bool> holds(const std::filesystem::path& name) const;
  /// A file of the program, when it is there. Errors: `unsafe_data_folder` for a link, for what is no regular file, or has another owner.
  [[nodiscard]] result<void> check_file(const std::filesystem::path& name) const;
  /// Errors: also `not_found` for what is no regular file.
  [[nodiscard]] result<file_descriptor> open_to_read(const std::filesystem::path& name) const;
  [[nodiscard]] result<file_descriptor> open_folder(const std::filesystem::path& name) const;
  /// Makes a new file to read and write.
  [[nodiscard]] result<file_descriptor> create(const std::filesystem::path& name) const;
  /// Opens a file of its own to read and write, and makes it first. Errors: also `unsafe_data_folder` for what is no regular file, or
  /// has another owner.
  [[nodiscard]] result<file_descriptor> open_or_create(const std::filesystem::path& name) const;
  [[nodiscard]] result<void> make_folders(const std::filesystem::path& name) const;
  /// Takes the place of what is there.
  [[nodiscard]] result<void> rename(const std::filesystem::path& from, const std::filesystem::path& to) const;
  /// A second name for a file; it takes the place of what has that name. A stop in between may leave it under the name `temporary`, which
  /// nothing has yet.
  [[nodiscard]] result<void> link(const std::filesystem::path& from, const std::filesystem::path& to,
                                  const std::filesystem::path& temporary) const;
  /// Removes a file, or a link itself. Nothing there is no error.
  [[nodiscard]] result<void> remove(const std::filesystem::path& name) const;
  /// Removes a file, a link itself, or a folder with all that lies in it. Nothing there is no error.
  [[nodiscard]] result<void> remove_all(const std::filesystem::path& name) const;
  /// What kind of file it is, a link itself among them; nothing there is `file_type::not_found`.
  [[nodiscard]] result<std::filesystem::file_type> kind_of(const std::filesystem::path& name) const;
  /// The first bytes of a file.
  [[nodiscard]] result<std::string> head_of(const std::filesystem::path& name, std::size_t most_bytes) const;
  /// Writes a file that takes the place of what is there, a link itself among them. Not durable.
  [[nodiscard]] result<void> put(const std::filesystem::path& name, std::string_view bytes) const;
  /// Gives a regular file a second name outside the folder, or copies it where it cannot have one. Errors: also where `target` is there.
  [[nodiscard]] result<void> link_out(const std::filesystem::path& name,
                                      const std::filesystem::path& target) const;
  /// Removes a folder that is empty; answers whether it did.
  [[nodiscard]] bool remove_folder(const std::filesystem::path& name) const;
  /// Calls `take` with the name of everything that lies directly in a folder below it; `take` may remove it.
  [[nodiscard]] result<void> list(const std::filesystem::path& name,
                                  const std::function<void(const std::string&)>& take) const;
  /// Removes what lies in it, not the folder; answers how many things that were.
  [[nodiscard]] result<std::uint64_t> empty() const;
  /// Writes to `temporary`; `commit` moves it to `target`, whose folders it makes. Not durable. With `early`, which outlives it, a large
  /// file sets out for the disk while it is written.
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
