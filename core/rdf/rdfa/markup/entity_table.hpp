// The named character references of HTML, as a table that is searched by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat::rdfa {

struct named_entity {
  std::string_view text;  ///< one or two characters
  bool may_lack_semicolon = false;
};

/// The entity of a name without ampersand and semicolon; case matters. Source: HTML Living Standard, 13.5.
[[nodiscard]] std::optional<named_entity> find_entity(std::string_view name);

}  // namespace laundromat::rdfa
