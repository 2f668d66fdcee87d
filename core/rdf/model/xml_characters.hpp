// The characters of names in XML, as far as ASCII decides it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/web/uri_characters.hpp"

namespace laundromat {

/// NameStartChar of XML 1.0 (production 4); all characters beyond ASCII are taken for part of a name.
[[nodiscard]] constexpr bool is_name_start(char c) {
  return is_alpha(c) || c == '_' || c == ':' || is_high(c);
}
/// NameChar of XML 1.0 (production 4a), likewise.
[[nodiscard]] constexpr bool is_name_character(char c) {
  return is_name_start(c) || is_digit(c) || c == '-' || c == '.';
}

}  // namespace laundromat
