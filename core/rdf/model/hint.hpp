// What publishers can do about each defect: the one table of advice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// A row. `meaning_of` the rule says what is wrong, this how to mend it.
struct defect_hint {
  errc rule;
  std::string_view hint;  ///< one imperative sentence or two
  bool can_be_applied =
      false;  ///< what a repair says after can stand in the document, and means the same there
};

/// A row for each rule of the taxonomy, and for the damage of streams that documents come in.
[[nodiscard]] std::span<const defect_hint> defect_hints();
/// The row of a rule, or null.
[[nodiscard]] const defect_hint* find_hint(errc rule);
/// The advice on a rule, or the empty string.
[[nodiscard]] std::string_view hint_on(errc rule);

}  // namespace laundromat
