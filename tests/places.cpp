// Knows the folders of this build.
// SPDX-License-Identifier: Apache-2.0
#include "tests/places.hpp"

namespace laundromat {

std::string source_path(std::string_view below) {
  std::string path = LAUNDROMAT_SOURCE_DIR;
  if (!below.empty()) path.append("/").append(below);
  return path;
}

std::string program_path() {
  return LAUNDROMAT_PROGRAM;
}

std::string evil_washer_path() {
  return LAUNDROMAT_EVIL_WASHER;
}

}  // namespace laundromat
