// Reports a violated property of a fuzz target.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

namespace laundromat {

inline void require(bool is_true, const char* property) {
  if (is_true) return;
  std::fprintf(stderr, "violated property: %s\n", property);
  std::abort();
}

}  // namespace laundromat
