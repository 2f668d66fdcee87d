// Numbers as sentences have them. scripts/check-sources refuses a noun behind a number that is put together elsewhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// `1,234,567`.
[[nodiscard]] std::string human_count(std::uint64_t count);
/// `0 documents`, `1 document`, `1,234 documents`: the number with the noun in its form. `many` is for nouns whose plural is not the
/// word with an `s`, or `ies` for a `y` behind a consonant.
[[nodiscard]] std::string number_of(std::uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace laundromat
