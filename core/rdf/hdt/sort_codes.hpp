// Terms and numbers in the lines of the sorter: bytes that sort as the values do, without the space and line feed that end them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// Appends a term so that the results, each with a space after it, sort as the bytes of the terms do: bytes up to `!` become two.
void append_sortable(std::string& out, std::string_view term);
/// Appends the term again.
void append_term_of(std::string& out, std::string_view sortable);

/// Appends the number of its groups of 7 bits, and the groups, highest first; all bytes are 0x80 and above.
void append_sortable_number(std::string& out, std::uint64_t number);
/// Takes such a number from the front. Shape: what `append_sortable_number` wrote.
[[nodiscard]] std::uint64_t take_number(std::string_view& from);

}  // namespace laundromat
