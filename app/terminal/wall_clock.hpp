// The clock on the wall, which only the program looks at: everything below is told the time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.hpp"

namespace laundromat {

[[nodiscard]] inline timestamp wall_now() {
  return std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
}

}  // namespace laundromat
