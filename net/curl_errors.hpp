// The one table from libcurl's result codes to the project's, internal to net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/errc.hpp"

namespace laundromat {

/// How far a hop had come.
enum class hop_phase : std::uint8_t { connecting, waiting, receiving };

/// The code for a libcurl result (`CURLcode`), the system error below it (0 when none), and the phase it came
/// in. Once the head was received, whatever cuts the connection is `truncated_body` (R24).
[[nodiscard]] errc errc_of_curl(int curl_code, int system_error, hop_phase phase);

}  // namespace laundromat
