// Checks this machine: free space of the data folder, and whether refused operations work again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "core/base/machine_reading.hpp"

namespace laundromat {

/// Used by one thread at a time.
class machine_probe {
 public:
  /// On each file system of `folders`, `reserve_of` `reserve_bytes` must stay free.
  machine_probe(std::vector<std::filesystem::path> folders, std::uint64_t reserve_bytes);

  /// Compares free bytes and inodes with the reserve; a file system that was below it must have a sixteenth more. `thoroughly` also
  /// writes a small unnamed file in each folder, opens descriptors, and allocates memory. Trouble: `no_space`,
  /// with the folder and its free space; `no_descriptors`, `out_of_memory`, `io_failed`.
  [[nodiscard]] machine_reading look(bool thoroughly);

 private:
  [[nodiscard]] result<void> check_room(machine_reading& out);

  std::vector<std::filesystem::path> folders_;
  std::uint64_t reserve_bytes_;
  std::set<std::filesystem::path> short_of_room_;
};

}  // namespace laundromat
