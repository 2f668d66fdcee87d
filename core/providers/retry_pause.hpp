// How long a harvest, a notification or a SPARQL store waits after it has failed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/time.hpp"

namespace laundromat {

/// The pause after so many failures in a row: a minute, then twice as long each time, up to a day.
[[nodiscard]] seconds wait_after_failures(std::uint32_t failures);

}  // namespace laundromat
