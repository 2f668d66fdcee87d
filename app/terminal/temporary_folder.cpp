// Implements the choice of the folder.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/temporary_folder.hpp"

#include <cstdlib>

namespace laundromat {

result<scratch_folder> make_temporary_folder() {
  const auto* named = std::getenv("TMPDIR");
  const bool is_named = named && *named != '\0';
  auto folder = scratch_folder::make(is_named ? named : "/tmp");
  if (!folder && is_named)
    return fail(folder.error().code, "TMPDIR, the folder for temporary files: " + folder.error().detail);
  return folder;
}

}  // namespace laundromat
