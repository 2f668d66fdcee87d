// Writes bytes of a WARC segment, and prints the time in its name. Internal to storage/warc.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// Errors: `io_failed`, `no_space`; then a part may have been written.
[[nodiscard]] result<void> write_at(int fd, std::string_view bytes, std::uint64_t offset,
                                    const std::filesystem::path& path);
/// `2026-11-26T13:02:01.000Z` as `20261126130201`.
[[nodiscard]] std::string digits14(timestamp t);

}  // namespace laundromat
