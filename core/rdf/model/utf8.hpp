// UTF-8 as defined by table 3-7 of Unicode 15.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// One step through text that may not be UTF-8.
struct utf8_step {
  /// Bytes of the character, or of the maximal ill-formed part (Unicode 15, 3.9 U+FFFD).
  std::size_t length = 1;
  char32_t code = 0;  ///< meaningless when the step is not valid
  bool is_valid = false;
};

/// Decodes the character at the front of `text`, which is not empty.
[[nodiscard]] utf8_step next_utf8(std::string_view text);
/// The position of the first ill-formed part, or `npos`.
[[nodiscard]] std::size_t find_bad_utf8(std::string_view text);
/// Appends a scalar value; `code` is below 0x110000 and no surrogate.
void append_utf8(std::string& out, char32_t code);
/// The text with U+FFFD for each ill-formed part, up to the last character that ends within `most_bytes`.
[[nodiscard]] std::string readable(std::string_view text, std::uint64_t most_bytes);

}  // namespace laundromat
