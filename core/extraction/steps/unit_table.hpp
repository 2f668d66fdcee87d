// Units of measurement, and conversions between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/extraction/steps/exact_number.hpp"

namespace laundromat {

/// How numbers of one unit become numbers of another: `number * factor + shift`, exactly.
struct unit_conversion {
  big_ratio factor{big_whole{1}}, shift;

  /// The number in the other unit: a decimal without exponent. A result that ends within 15 significant digits, or three more than `digits` has,
  /// is exact; else it is rounded to three digits more than `digits` has, to 6 at least and, unless `digits` has more, 15 at most. None when `digits` is no number (`big_ratio::from_decimal`).
  [[nodiscard]] std::optional<std::string> convert(std::string_view digits) const;
};

/// The conversion between two units of one kind: codes of UCUM (`km/h`, `[lb_av]`, `Cel`), or local names of QUDT (`KiloM-PER-HR`, `LB`, `DEG_C`);
/// of a name that is both, the code counts. Known are the metric units of length, mass, time, temperature, angle and data, what is made
/// of them (area, volume, speed, force, pressure, energy, power), and the usual others of these kinds. The value of an angle in radian uses 30
/// digits of pi.
/// Errors: `configuration`, with a message that names the unit that is not known, or the kinds that differ.
/// Source: UCUM version 2.1 tables 1 to 9; QUDT 2.1 vocabulary of units.
[[nodiscard]] result<unit_conversion> find_conversion(std::string_view from, std::string_view to);

}  // namespace laundromat
