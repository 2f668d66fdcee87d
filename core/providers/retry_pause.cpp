// Doubles the pause.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/retry_pause.hpp"

#include <algorithm>

namespace laundromat {

seconds wait_after_failures(std::uint32_t failures) {
  constexpr seconds first{60}, longest{86'400};
  auto wait = first;
  for (; failures > 1 && wait < longest; --failures) wait *= 2;
  return std::min(wait, longest);
}

}  // namespace laundromat
