// Writes dates as HTTP has them; core/web/http_values.hpp reads them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/time.hpp"

namespace laundromat {

/// `Sun, 06 Nov 1994 08:49:37 GMT`: an IMF-fixdate, without the milliseconds. The year has four digits, so it must be from 0 to 9999.
/// Source: RFC 9110 section 5.6.7.
[[nodiscard]] std::string to_http_date(timestamp time);

}  // namespace laundromat
