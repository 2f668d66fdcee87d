// Secret files, readable only by their owner and written atomically.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Reads a small file. Errors: `not_found`, `io_failed`; `configuration` when it is larger than `most_bytes`, or when other users
/// may read or change it.
[[nodiscard]] result<std::string> read_private_file(const std::filesystem::path& path,
                                                    std::uint64_t most_bytes = 1 << 20);

/// Writes a new file of mode 0600, durable when this returns. Errors: `invalid_argument` when the name exists, which is not
/// changed; `not_found` when its folder does not exist; `io_failed`, `no_space`.
[[nodiscard]] result<void> write_private_file(const std::filesystem::path& path, std::string_view bytes);

/// Creates a folder of mode 0700 in an existing folder. Errors: `invalid_argument` when the name exists, `not_found`,
/// `io_failed`, `no_space`.
[[nodiscard]] result<void> make_private_folder(const std::filesystem::path& path);

/// A sealed file in memory, which cannot be changed or removed during the lifetime of this object. For libraries that open a path
/// repeatedly.
class sealed_file {
 public:
  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] static result<sealed_file> copy_of(std::string_view bytes);
  /// A path that only this process can open.
  [[nodiscard]] std::filesystem::path path() const;
  [[nodiscard]] int descriptor() const { return file_.get(); }

 private:
  explicit sealed_file(file_descriptor file) : file_(std::move(file)) {}

  file_descriptor file_;
};

}  // namespace laundromat
