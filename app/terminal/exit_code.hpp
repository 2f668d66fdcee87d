// Maps failures to exit codes, and detects failures of standard output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/exit_codes.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// The exit code of a failure.
[[nodiscard]] int exit_code_of(const failure& why);
/// A failure in words. A mistake of the user, and what is not there, is only its detail; others begin with the name of the error.
[[nodiscard]] std::string message_of(const failure& why);
/// The exit code for an unusable file on the command line: `exit_not_found` when it does not exist, else `exit_usage`.
[[nodiscard]] int exit_code_of_file(const std::string& file);

/// Whether the reader of `descriptor`, a pipe or socket, has closed it.
[[nodiscard]] bool is_reader_gone(int descriptor);
/// Why writing to standard output failed: `cancelled` when its reader is gone, else `io_failed`.
[[nodiscard]] failure output_failure();

}  // namespace laundromat
