// The exit codes of the program, for scripts that call it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

namespace laundromat {

inline constexpr int exit_ok = 0;
inline constexpr int exit_some_failed =
    1;  ///< the program ran, and some of what it was given failed or was refused
inline constexpr int exit_usage =
    2;  ///< the command line, the campaign or a file that was named is wrong, or nothing could be begun
inline constexpr int exit_locked = 3;     ///< another engine runs on the data folder
inline constexpr int exit_not_found = 4;  ///< the record, document or folder that was named does not exist
inline constexpr int exit_disk = 5;       ///< the disk or the journal refused
inline constexpr int exit_interrupted = 130;  ///< a signal came, or nobody reads the output any more

/// Of a failure that ends the program.
[[nodiscard]] int exit_code_of(const failure& why);

}  // namespace laundromat
