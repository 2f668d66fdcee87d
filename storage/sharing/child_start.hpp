// Starts a child process that inherits a few descriptors.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// A program and what it gets.
struct child_start {
  std::string program;             ///< path
  std::vector<std::string> words;  ///< arguments, the first of which is the name of the program
  /// In the child they have the numbers from `first_inherited` on, in this order; the caller still owns them.
  std::vector<int> descriptors;
  bool keeps_stdout = false, keeps_stderr = false;  ///< else /dev/null, as standard input always
  bool keeps_environment = false;                   ///< else it is empty
};
inline constexpr int first_inherited = 3;

/// Starts it in a process group of its own, which a Ctrl-C does not reach, with no signal blocked. Returns the process id, which the caller waits for.
/// Errors: `no_descriptors`, `out_of_memory`, `io_failed`, with the program.
[[nodiscard]] result<int> start_child(const child_start& what);

}  // namespace laundromat
