// The order of dates and times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/values/datatype.hpp"

namespace laundromat {

/// Milliseconds since 1970-01-01, or of xsd:time since midnight, as if in UTC where there is no zone; what is less than a millisecond does not
/// count. `type` is xsd:date, dateTime or time, and `text` one of its values with a year of four digits.
[[nodiscard]] double time_key(datatype type, std::string_view text);

}  // namespace laundromat
