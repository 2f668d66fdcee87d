// The prefixes that everybody knows: the one table from which readers guess and writers choose.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace laundromat {

struct well_known_prefix {
  std::string_view name;  ///< without colon
  std::string_view iri;   ///< absolute, ends with `#` or `/`, but for that of `xml`
  bool
      is_written;  ///< false: a name that is only read, because another one is usual for its IRI, or nobody writes it
};

/// In the order of their names; no two that are written have the same IRI.
[[nodiscard]] std::span<const well_known_prefix> well_known_prefixes();
/// The IRI of a name, or the empty string.
[[nodiscard]] std::string_view well_known_namespace(std::string_view name);

}  // namespace laundromat
