// A new file that appears with all of its bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Creates a file with these bytes, which appears whole or not at all. False, and nothing has changed, where the name exists, or where the
/// file system has no files without a name. Not durable. Cheaper than a rename, which changes two names.
/// Errors: `no_space`, `limit_exceeded`, `io_failed`, as of `write_all`.
[[nodiscard]] result<bool> create_whole_file(const std::filesystem::path& path, std::string_view bytes);

/// A folder for many new files: the system finds it once, not for each of them.
class whole_file_folder {
 public:
  whole_file_folder() = default;
  /// Without the folder, or the right to it, `create` returns false.
  explicit whole_file_folder(const std::filesystem::path& path);

  /// `create_whole_file` for a name in the folder.
  [[nodiscard]] result<bool> create(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
  file_descriptor folder_;
};

}  // namespace laundromat
