// The file in the data folder that says why a running engine pauses, for other processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "app/terminal/terminal.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// `engine.waits` of a data folder. It is allocated at the start, so that it can be written when the disk is full; a failed write
/// affects only the display.
class waits_file {
 public:
  explicit waits_file(const std::filesystem::path& data);  // follows no link below `data`
  ~waits_file();
  waits_file(const waits_file&) = delete;
  waits_file& operator=(const waits_file&) = delete;

  /// Replaces the text; empty when the engine does not pause.
  void write(std::string_view text) const;

 private:
  std::optional<safe_folder> folder_;
  file_descriptor file_;
};

/// The reason why the engine on `data` pauses; empty when it does not, or none runs.
[[nodiscard]] std::string read_waits(const std::filesystem::path& data);
/// Prints that reason for people; nothing when it is empty.
void print_waits(std::string_view waits_for, std::ostream& out, const terminal_info& to);

}  // namespace laundromat
