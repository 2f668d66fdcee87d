// Writes a tar archive of regular files, the same bytes for the same files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// POSIX ustar headers, pax headers where a name or size needs them. All files have mode 0644, owner 0 and time 0. Memory: a block of 64 KiB.
/// Errors of all functions: those of the sink; `invalid_argument` for what a tar cannot have.
class tar_writer {
 public:
  /// `out` outlives the writer.
  explicit tar_writer(byte_sink& out);
  ~tar_writer();
  tar_writer(const tar_writer&) = delete;
  tar_writer& operator=(const tar_writer&) = delete;

  /// The next file; the last one is complete.
  [[nodiscard]] result<void> begin(std::string_view name, std::uint64_t bytes);
  /// Of the file, in parts.
  [[nodiscard]] result<void> write(std::string_view bytes);
  /// Ends the archive.
  [[nodiscard]] result<void> finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
