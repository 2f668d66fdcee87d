// A new file that appears with all of its bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// Creates a file with these bytes, which appears whole or not at all. False, and nothing has changed, where the name exists, or where the
/// file system has no files without a name. Not durable. Cheaper than a rename, which changes two names.
/// Errors: `no_space`, `limit_exceeded`, `io_failed`, as of `write_all`.
[[nodiscard]] result<bool> create_whole_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace laundromat
