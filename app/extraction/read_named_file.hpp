// Reads a file that a specification is, or names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "storage/files/local_file.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// The folders in which files may be that a specification names. Null: any, as where the user runs a command.
using file_roots = const std::vector<std::string>*;

/// Errors: those of `open_file_source`; with `roots`, those of `open_in_roots`.
[[nodiscard]] inline result<byte_source_ptr> open_named_file(const std::filesystem::path& file,
                                                             file_roots roots = nullptr) {
  return roots == nullptr ? open_file_source(file) : open_in_roots(file, *roots);
}

/// The bytes of a file of at most 256 MiB. Errors: those of `open_named_file`, and `limit_exceeded`.
[[nodiscard]] inline result<std::string> read_named_file(const std::filesystem::path& file,
                                                         file_roots roots = nullptr) {
  constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;
  const auto source = open_named_file(file, roots);
  return source ? read_all(**source, most_bytes) : tl::unexpected(source.error());
}

}  // namespace laundromat
