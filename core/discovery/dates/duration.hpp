// Reads durations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// Reads `P1Y2M3W4DT5H6M7.5S` in any case: each part at most once and in this order, with a fraction where there is one; what is below a second is cut. A month has
/// 30 days, a year 365. Nothing for other texts, negative durations, and those beyond 1,000 years.
/// Source: XML Schema 1.1 part 2 section 3.3.6; ISO 8601-1:2019 section 5.5.2.
[[nodiscard]] std::optional<seconds> read_duration(std::string_view text);

}  // namespace laundromat
