// The keywords of JSON-LD 1.1 (section 1.7).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace laundromat::jsonld {

enum class keyword : std::uint8_t {
  none,  ///< no keyword
  at_base,
  at_container,
  at_context,
  at_direction,
  at_graph,
  at_id,
  at_import,
  at_included,
  at_index,
  at_json,
  at_language,
  at_list,
  at_nest,
  at_none,
  at_prefix,
  at_propagate,
  at_protected,
  at_reverse,
  at_set,
  at_type,
  at_value,
  at_version,
  at_vocab,
};
inline constexpr std::size_t keyword_count = 24;

/// The keyword that a text spells out with its `@`, or `none`. Case counts.
[[nodiscard]] keyword keyword_of(std::string_view text);
/// "@" and one or more letters: reserved, so it is ignored where it is no keyword.
[[nodiscard]] bool looks_like_keyword(std::string_view text);

}  // namespace laundromat::jsonld
