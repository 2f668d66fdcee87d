// The rules of the VoID files that providers of a harvest publish.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// What breaks a rule. Source: GeoLink Harvester, "VoID File".
enum class void_rule : std::uint8_t {
  no_dataset,
  no_type,
  no_modified,
  several_modified,
  modified_not_a_date,
  modified_in_future,
  no_extent,
  both_extents,
  no_dump,
  dump_as_text,
  dump_not_absolute,
  too_many,
  same_dumps  ///< journals have the numbers: further ones come behind it
};

/// What follows from a broken rule.
enum class void_treatment : std::uint8_t {
  repaired,  ///< what was meant is certain enough
  noted,     ///< nothing follows
  skipped    ///< the value or the dataset is not used
};

struct void_rule_text {
  std::string_view name;  ///< as commands print it
  void_treatment treatment{};
  std::string_view advice;  ///< what to write instead
};

[[nodiscard]] const void_rule_text& text_of(void_rule rule);

}  // namespace laundromat
