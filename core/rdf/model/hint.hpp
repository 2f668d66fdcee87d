// The table of hints: what publishers can do about each defect.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/errc.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

/// A row. `meaning_of` the rule describes the defect, the hint how to repair it.
struct defect_hint {
  errc rule;
  std::string_view hint;   ///< one imperative sentence or two
  std::uint8_t edits = 0;  ///< formats in which a repair is an edit: see `can_be_applied`
};

/// A row for each rule of the taxonomy, and for the damage of streams.
[[nodiscard]] std::span<const defect_hint> defect_hints();
/// Whether a repair of the rule is an edit in documents of the format: its `after` can replace the span, and the
/// document is then read as the same statements, without this defect.
[[nodiscard]] bool can_be_applied(errc rule, rdf_format format);
/// The row of a rule, or null.
[[nodiscard]] const defect_hint* find_hint(errc rule);
/// The hint for a rule, or the empty string.
[[nodiscard]] std::string_view hint_on(errc rule);
/// The rule that a defect is about: a skip of what the profile would have repaired has a general rule, and its message begins with the name of
/// the one that it is about (`name_skip`). For others, `rule`.
[[nodiscard]] errc rule_about(errc rule, std::string_view message);

}  // namespace laundromat
