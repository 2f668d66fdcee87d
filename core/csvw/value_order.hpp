// The order of values, for their limits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string_view>

#include "core/csvw/datatypes.hpp"

namespace laundromat::csvw {

/// Compares two lexical forms of a datatype: numbers, dates and times, durations. Unordered: of another kind, not a number, or durations of which it
/// depends on the month. A time without zone is taken as one in UTC. Integers and decimals of any size are compared exactly.
/// Source: XSD 1.1 part 2, sections 3.3 and D.2.1.
[[nodiscard]] std::partial_ordering compare_values(value_kind kind, std::string_view one,
                                                   std::string_view other);

}  // namespace laundromat::csvw
