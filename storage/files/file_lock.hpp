// File locks between processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace laundromat {

/// A lock on a whole file for fcntl(2), `F_OFD_…`: it ends with the open file, and can be queried without taking it.
[[nodiscard]] inline struct flock whole_file() {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return whole;
}

/// A lock on one byte of a file, which need not exist: one file can serve several locks. `type`: `F_RDLCK` (shared) or `F_WRLCK`.
[[nodiscard]] inline struct flock one_byte(short type, off_t at) {
  auto byte = whole_file();
  byte.l_type = type;
  byte.l_start = at;
  byte.l_len = 1;
  return byte;
}

}  // namespace laundromat
