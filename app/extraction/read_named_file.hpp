// Reads a file that a specification is, or names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "storage/files/posix_file.hpp"

namespace laundromat {

/// The bytes of a file of at most 256 MiB. Errors: those of `open_file_source`, and `limit_exceeded`.
[[nodiscard]] inline result<std::string> read_named_file(const std::filesystem::path& file) {
  constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;
  const auto source = open_file_source(file);
  return source ? read_all(**source, most_bytes) : tl::unexpected(source.error());
}

}  // namespace laundromat
