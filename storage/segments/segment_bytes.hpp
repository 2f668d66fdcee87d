// Reads and writes bytes of a segment. Internal to storage.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/records/segment_place.hpp"

namespace laundromat {

/// Errors: `io_failed`, `no_space`; then a part may have been written.
[[nodiscard]] result<void> write_at(int fd, std::string_view bytes, std::uint64_t offset,
                                    const std::filesystem::path& path);
/// Errors: `io_failed`; `not_found` when the segment ends before.
[[nodiscard]] result<std::string> read_at(int fd, const segment_place& place,
                                          const std::filesystem::path& path);
/// Fills `bytes` with what a file has from `offset` on, and shortens it to what could be read.
void read_available(int fd, std::uint64_t offset, std::string& bytes);

}  // namespace laundromat
