// The washer process: it does the jobs that it receives in a sandbox.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// The socket that a washer process inherits.
inline constexpr int washer_socket = 3;

/// Enters the sandbox and does jobs until the engine at the other end of `washer_socket` is gone. `examine` is called with the stage and the
/// open body before each job: tests use it to crash or delay the washer. Returns the exit code.
[[nodiscard]] int run_washer(const std::function<void(stage which, int body)>& examine = {});

}  // namespace laundromat
