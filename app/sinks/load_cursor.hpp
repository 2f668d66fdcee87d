// How far `load` is, in a file, so that the same command continues after any stop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "app/sinks/load_input.hpp"

namespace laundromat {

/// A file of one line for what is sent to which store, and one for the next batch.
class load_cursor {
 public:
  /// Reads the file, if there is one. Errors: `invalid_argument` when it is of another input, graph, store or batch size; `io_failed`.
  [[nodiscard]] static result<load_cursor> open(const load_options& options, const load_input& input);

  /// The next batch; 0 without a file.
  [[nodiscard]] std::uint64_t next() const { return next_; }
  /// Stores it durably, if there is a file. Errors: those of the disk.
  [[nodiscard]] result<void> keep(std::uint64_t next);
  /// Everything was sent: removes the file.
  void finish() const;

 private:
  std::filesystem::path file_;
  std::string what_;
  std::uint64_t next_ = 0;
};

}  // namespace laundromat
