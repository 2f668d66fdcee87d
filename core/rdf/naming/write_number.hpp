// Decimal digits of a number, which is mostly below 10.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>

namespace laundromat {

/// The most that `write_number` writes.
inline constexpr std::size_t most_digits = 20;

/// Ranks of nodes in small components have one digit. Returns the end.
[[nodiscard]] inline char* write_number(char* to, std::uint64_t number) {
  if (number >= 10) return std::to_chars(to, to + most_digits, number).ptr;
  *to = static_cast<char>('0' + number);
  return to + 1;
}

}  // namespace laundromat
