// Timestamps as the commands print them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/time.hpp"

namespace laundromat {

/// The timestamp in ISO 8601, or an empty string for the epoch, which stands for an unknown time.
[[nodiscard]] inline std::string timestamp_text(timestamp t) {
  return to_ms(t) == 0 ? std::string{} : to_iso8601(t);
}

}  // namespace laundromat
