// Opens local files that a campaign allows as seeds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Opens the file of a `file:` URI when it is, after resolving all symbolic links, a regular file below one of
/// `roots`. Errors: `file_root_refused`, `not_found`, `uri_syntax`, `io_failed`. Source: RFC 8089.
[[nodiscard]] result<byte_source_ptr> open_local_file(std::string_view uri,
                                                      const std::vector<std::string>& roots);

/// Whether a path is in one of the folders, after following links; of a path that leads to nothing the
/// part that is there decides, and the text behind it.
[[nodiscard]] bool is_in_roots(const std::filesystem::path& path, const std::vector<std::string>& roots);

/// The same as `open_local_file`, by path. Errors: `file_root_refused`, `not_found`, `io_failed`.
[[nodiscard]] result<byte_source_ptr> open_in_roots(const std::filesystem::path& path,
                                                    const std::vector<std::string>& roots);

}  // namespace laundromat
