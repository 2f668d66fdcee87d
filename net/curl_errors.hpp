// The table of libcurl's result codes and their error codes of this project. Internal to net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/errc.hpp"

namespace laundromat {

/// The phase that a hop had reached.
enum class hop_phase : std::uint8_t { connecting, waiting, receiving };

/// Returns the code for a libcurl result (`CURLcode`), the system error that caused it (0: none), and the phase of the hop. After the head
/// every end of the connection is `truncated_body` (R24).
[[nodiscard]] errc errc_of_curl(int curl_code, int system_error, hop_phase phase);

}  // namespace laundromat
