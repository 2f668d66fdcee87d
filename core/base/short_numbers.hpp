// Numbers of few bytes within a text: LEB128 (DWARF 5, section 7.6), unsigned.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

inline void append_number(std::string& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) to.push_back(static_cast<char>(number | 0x80U));
  to.push_back(static_cast<char>(number));
}

/// Removes the number from the front of `bytes`; false when there is none, or no whole one.
[[nodiscard]] inline bool take_number(std::string_view& bytes, std::uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80U) return true;
  }
  return false;
}

}  // namespace laundromat
