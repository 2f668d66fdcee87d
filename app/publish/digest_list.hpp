// Lists of files with their digests, as sha256sum writes and reads them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"

namespace laundromat {

inline constexpr std::string_view manifest_name = "SHA256SUMS";
/// The file next to the manifest, with the digest of the manifest as its only line.
inline constexpr std::string_view manifest_check_name = "SHA256SUMS.sha256";

struct manifest_line {
  content_digest digest;
  std::string name;  ///< a path relative to the folder of the manifest, without `..`
};

[[nodiscard]] std::string to_string(const manifest_line& line);

/// Calls `take` for every line. Errors: `not_found`, `io_failed`; `syntax_error` for an invalid line or a path outside the
/// folder.
[[nodiscard]] result<void> read_manifest(const std::filesystem::path& path,
                                         const std::function<void(const manifest_line&)>& take);

struct file_digest {
  content_digest digest;
  std::uint64_t bytes = 0;
};
/// Reads the whole file. Errors: `not_found`, `io_failed`.
[[nodiscard]] result<file_digest> digest_file(const std::filesystem::path& path);

}  // namespace laundromat
