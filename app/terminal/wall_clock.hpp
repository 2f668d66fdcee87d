// The wall clock, read only in app; lower layers receive the time as a parameter.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.hpp"

namespace laundromat {

[[nodiscard]] inline timestamp wall_now() {
  return std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
}

}  // namespace laundromat
