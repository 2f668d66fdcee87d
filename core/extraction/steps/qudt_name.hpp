// Names of units in QUDT, as codes of UCUM.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// The code of a local name, as `km/h` of `KiloM-PER-HR`; empty for a name that is not known.
/// Source: QUDT 2.1, https://qudt.org/vocab/unit/; the names follow its rule: prefix, unit, exponent, joined by `-`, divided by `-PER-`.
[[nodiscard]] std::string ucum_code(std::string_view qudt_name);

}  // namespace laundromat
