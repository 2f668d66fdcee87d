// What publishers can do about each defect: the one table of advice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/errc.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

/// A row. `meaning_of` the rule says what is wrong, this how to repair it.
struct defect_hint {
  errc rule;
  std::string_view hint;   ///< one imperative sentence or two
  std::uint8_t edits = 0;  ///< in which formats: see `can_be_applied`
};

/// A row for each rule of the taxonomy, and for the damage of streams that documents come in.
[[nodiscard]] std::span<const defect_hint> defect_hints();
/// Whether a repair of the rule is an edit in documents of the format: what it says after can take the place of the span, and the
/// document then reads to the same statements, without this defect.
[[nodiscard]] bool can_be_applied(errc rule, rdf_format format);
/// The row of a rule, or null.
[[nodiscard]] const defect_hint* find_hint(errc rule);
/// The advice on a rule, or the empty string.
[[nodiscard]] std::string_view hint_on(errc rule);

}  // namespace laundromat
