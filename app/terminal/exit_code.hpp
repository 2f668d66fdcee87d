// Which exit code a failure ends the program with, and what became of standard output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/exit_codes.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// Of a failure that ends the program.
[[nodiscard]] int exit_code_of(const failure& why);
/// Of a file that the command line names and that cannot be used: `exit_not_found` where nothing is, else `exit_usage`.
[[nodiscard]] int exit_code_of_file(const std::string& file);

/// Whether whoever read what this process writes to `descriptor` is gone.
[[nodiscard]] bool is_read_by_nobody(int descriptor);
/// What became of standard output that took no more: `cancelled` when nobody reads it, else `io_failed`.
[[nodiscard]] failure output_failure();

}  // namespace laundromat
