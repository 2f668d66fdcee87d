// The washer process: it does the jobs that it receives in a sandbox.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// The socket that a washer process inherits.
inline constexpr int washer_socket = 3;

/// Called before each job with its stage, the first bytes of the body, and its descriptor, -1 for a body that came in the frame. Tests use it
/// to crash or delay the washer.
using body_examination = std::function<void(stage which, std::string_view head, int body)>;

/// Enters the sandbox and does jobs until the engine at the other end of `washer_socket` is gone. Returns the exit code.
[[nodiscard]] int run_washer(const body_examination& examine = {});

}  // namespace laundromat
