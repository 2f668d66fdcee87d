// Writes a file that the user named, whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "storage/files/scratch_folder.hpp"

namespace laundromat {

/// Writes a staged file.
[[nodiscard]] inline result<void> write_whole(result<std::unique_ptr<staged_file>> staged,
                                              std::string_view bytes) {
  if (!staged) return tl::unexpected(staged.error());
  if (auto done = (*staged)->write(bytes); !done) return done;
  return (*staged)->commit();
}

/// Replaces a result, also where it is a link. Errors: those of `replace_link`.
[[nodiscard]] inline result<void> write_whole(const std::filesystem::path& file, std::string_view bytes) {
  return write_whole(replace_link(file), bytes);
}

/// Replaces a file that the user edits; of a link what it leads to. Errors: those of `replace_file`.
[[nodiscard]] inline result<void> rewrite_whole(const std::filesystem::path& file, std::string_view bytes) {
  return write_whole(replace_file(file), bytes);
}

}  // namespace laundromat
