// Which version of a library this process runs with, for `--version`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace laundromat {

/// Each folder that uses libraries names them; a library that does not state its version at run time is left out.
struct library_version {
  std::string name;     ///< as its project writes it: `libcurl`
  std::string version;  ///< dotted numbers: `7.88.1`
};

/// `2.9.14` of 20914, and likewise.
[[nodiscard]] inline std::string dotted_version(unsigned long major, unsigned long minor,
                                                unsigned long patch) {
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

/// Those of digests and keyed hashes.
[[nodiscard]] std::vector<library_version> hash_libraries();

}  // namespace laundromat
