// The limits on URIs found in documents, against crawler traps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// Limits on URIs that were found, as opposed to seeds.
struct trap_limits {
  std::size_t uri_bytes = 8'192;
  std::size_t path_segments = 20;
  std::size_t repetitions = 2;  ///< of one segment directly after itself, as in `/a/a/a`
  std::size_t depth = 5;        ///< documents between a seed and this URI
};

/// Checks a URI found at `depth`. Codes: `ok`, `trap_suspected`.
[[nodiscard]] errc judge_found_uri(std::string_view uri, std::size_t depth, const trap_limits& limits = {});

}  // namespace laundromat
