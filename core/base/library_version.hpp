// Which version of a library this process runs with, for `--version`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace laundromat {

/// A library in use. Each folder lists its own; a library that does not report its version at run time is left out.
struct library_version {
  std::string name;     ///< as its project writes it: `libcurl`
  std::string version;  ///< dotted numbers: `7.88.1`
};

/// The version of a number: `2.9.14` of 20914.
[[nodiscard]] inline std::string dotted_version(unsigned long major, unsigned long minor,
                                                unsigned long patch) {
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

/// The libraries for digests and keyed hashes.
[[nodiscard]] std::vector<library_version> hash_libraries();

}  // namespace laundromat
