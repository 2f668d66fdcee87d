// Files that hold a secret: only their owner may read them, and they appear whole, or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Reads the whole of a small file. Errors: `not_found`, `io_failed`; `configuration` when it is larger than `most_bytes`, or when others
/// than its owner may read or change it.
[[nodiscard]] result<std::string> read_private_file(const std::filesystem::path& path,
                                                    std::uint64_t most_bytes = 1 << 20);

/// Writes a new file of mode 0600, durable when this returns. Errors: `invalid_argument` when something of that name is there, which stays
/// as it is; `not_found` when its folder is not; `io_failed`, `no_space`.
[[nodiscard]] result<void> write_private_file(const std::filesystem::path& path, std::string_view bytes);

/// Makes a new folder of mode 0700 in one that is there. Errors: `invalid_argument` when something of that name is there, `not_found`,
/// `io_failed`, `no_space`.
[[nodiscard]] result<void> make_private_folder(const std::filesystem::path& path);

/// A file without a name, in memory, that nobody can change or remove while this lives. For libraries that take a path and open it again
/// and again.
class sealed_file {
 public:
  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] static result<sealed_file> copy_of(std::string_view bytes);
  /// Where this process, and only this one, opens it.
  [[nodiscard]] std::filesystem::path path() const;
  [[nodiscard]] int descriptor() const { return file_.get(); }

 private:
  explicit sealed_file(file_descriptor file) : file_(std::move(file)) {}

  file_descriptor file_;
};

}  // namespace laundromat
