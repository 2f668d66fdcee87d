// Reads dates as publishers write them: ISO 8601 in many variants, and the forms of mail and HTTP.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// Reads one of
/// ```
/// 2024   2024-05   2024-05-02   2024-05-02T21:04   2024-05-02 21:04:05.758604+02:00   2024-05-02Z   20240502T210405Z
/// Fri, 25 Jun 2010 15:00:00 PST   25-Jun-2010 15:00:00 GMT   25 Jun 10 15:00 +0200
/// ```
/// A year or month is its first moment, a time without zone is UTC, as are unknown names of zones; what is below a millisecond is cut.
/// Years of two digits are 1970 to 2069. Nothing for another text, an impossible date, a year before 1970 or after 9999.
/// Source: XML Schema part 2 sections 3.2.7 to 3.2.11, W3C-DTF, RFC 822 section 5, RFC 850 section 2.1.4.
[[nodiscard]] std::optional<timestamp> parse_stated_date(std::string_view text);

}  // namespace laundromat
