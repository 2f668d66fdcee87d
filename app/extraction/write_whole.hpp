// Writes a file that the user named, whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "storage/files/scratch_folder.hpp"

namespace laundromat {

/// Replaces the file. Errors: those of `replace_file`.
[[nodiscard]] inline result<void> write_whole(const std::filesystem::path& file, std::string_view bytes) {
  auto staged = replace_file(file);
  if (!staged) return tl::unexpected(staged.error());
  if (auto done = (*staged)->write(bytes); !done) return done;
  return (*staged)->commit();
}

}  // namespace laundromat
