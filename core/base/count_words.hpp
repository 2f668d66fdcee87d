// Numbers with their nouns for messages. scripts/check-sources refuses messages that build the plural themselves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// `1,234,567`.
[[nodiscard]] std::string human_count(std::uint64_t count);
/// `0 documents`, `1 document`, `1,234 documents`: the number with the noun in singular or plural. `many` is for nouns whose plural does
/// not end in `s`, or in `ies` for a `y` after a consonant.
[[nodiscard]] std::string number_of(std::uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace laundromat
