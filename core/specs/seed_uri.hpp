// Tells the URIs among the seeds of a specification from files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Whether a seed is a URI, or a pattern of some, and no file; also one at the server of a campaign, `{serve}`.
[[nodiscard]] inline bool is_seed_uri(std::string_view seed) {
  return seed.find("://") != seed.npos || seed.starts_with("file:") || seed.starts_with("{serve}");
}

}  // namespace laundromat
