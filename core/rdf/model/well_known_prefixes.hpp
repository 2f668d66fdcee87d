// Well-known prefixes: the table that readers use for missing declarations, and writers for output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace laundromat {

struct well_known_prefix {
  std::string_view name;  ///< without colon
  std::string_view iri;   ///< absolute, ends with `#` or `/`, but for that of `xml`
  /// False: only for reading, because another name is usual for its IRI, or it is not used in output.
  bool is_written;
};

/// In the order of names; no two written ones have the same IRI.
[[nodiscard]] std::span<const well_known_prefix> well_known_prefixes();
/// The IRI of a name, or the empty string.
[[nodiscard]] std::string_view well_known_namespace(std::string_view name);
/// Whether IRIs of this scheme are usual, as `urn`, so that `name:` may begin an IRI where no prefix has that name.
[[nodiscard]] bool is_usual_scheme(std::string_view name);

}  // namespace laundromat
