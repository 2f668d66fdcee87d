// Takes a file out of the cache of the system, so that it is read from the disk again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "storage/files/posix_file.hpp"

namespace laundromat::test {

inline void forget_file(const std::filesystem::path& path) {
  const auto file = open_to_read_file(path);
  if (!file) return;
  ::fsync(file->get());
  ::posix_fadvise(file->get(), 0, 0, POSIX_FADV_DONTNEED);
}

}  // namespace laundromat::test
