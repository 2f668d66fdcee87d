// A process that washes what it is handed and can do nothing else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// The socket that a washer process inherits.
inline constexpr int washer_socket = 3;

/// Locks itself in and works until the engine at the other end of `washer_socket` is gone. `examine` is given the stage and the
/// open body of each job before it is done: tests have documents there that kill their washer, or take their time. Returns the exit code.
[[nodiscard]] int run_washer(const std::function<void(stage which, int body)>& examine = {});

}  // namespace laundromat
