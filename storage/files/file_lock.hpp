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

}  // namespace laundromat
