// The characters of XML names, decided for ASCII only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/web/uri_characters.hpp"

namespace laundromat {

/// NameStartChar of XML 1.0 (production 4); every non-ASCII character is accepted.
[[nodiscard]] constexpr bool is_name_start(char c) {
  return is_alpha(c) || c == '_' || c == ':' || is_high(c);
}
/// NameChar of XML 1.0 (production 4a), with the same exception.
[[nodiscard]] constexpr bool is_name_character(char c) {
  return is_name_start(c) || is_digit(c) || c == '-' || c == '.';
}

}  // namespace laundromat
