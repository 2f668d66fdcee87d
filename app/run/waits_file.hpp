// What an engine waits for, for other processes: kept in a file of its data folder while it runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// `engine.waits` of a data folder. It has its size from the start on, so that it can be written when the disk is full; a disk that refuses
/// it costs the display only.
class waits_file {
 public:
  explicit waits_file(const std::filesystem::path& data);  // follows no link below `data`
  ~waits_file();
  waits_file(const waits_file&) = delete;
  waits_file& operator=(const waits_file&) = delete;

  /// Takes the place of what was written; empty when the engine waits for nothing.
  void write(std::string_view text) const;

 private:
  std::optional<safe_folder> folder_;
  file_descriptor file_;
};

/// What the engine on `data` waits for; empty when it waits for nothing, or none runs.
[[nodiscard]] std::string read_waits(const std::filesystem::path& data);

}  // namespace laundromat
