// The datatypes that metadata can name, and how their values are compared.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/values/datatype.hpp"

namespace laundromat::csvw {

/// What formats and limits mean for the values of a datatype.
enum class value_kind : std::uint8_t {
  text,
  integer,
  decimal,
  floating,
  boolean,
  time,
  duration,
  binary,
  other
};

/// A built-in datatype. Source: Metadata Vocabulary for Tabular Data, section 5.11.1.
struct built_in {
  std::string_view name;  ///< in metadata
  std::string_view iri;   ///< in RDF
  datatype type;          ///< `unchecked` when each text is a value
  value_kind kind;
};

/// The datatype with this name, null for others.
[[nodiscard]] const built_in* find_built_in(std::string_view name);
/// Whether an IRI is that of a built-in datatype.
[[nodiscard]] bool is_built_in_iri(std::string_view iri);
/// The datatype of texts.
[[nodiscard]] const built_in& string_type();

[[nodiscard]] constexpr bool is_numeric(value_kind kind) {
  return kind == value_kind::integer || kind == value_kind::decimal || kind == value_kind::floating;
}

/// A datatype as metadata describe it (section 5.11.2).
struct datatype_description {
  std::string id;  ///< IRI of a derived datatype, often empty
  const built_in* base = &string_type();
  std::string format;                    ///< as it is in the metadata; the pattern of a number; empty: none
  std::string decimal_char, group_char;  ///< of numbers, often empty
  std::optional<std::uint64_t> length, min_length, max_length;
  std::optional<std::string> min_inclusive, max_inclusive, min_exclusive, max_exclusive;

  /// Of literals.
  [[nodiscard]] std::string_view iri() const { return id.empty() ? base->iri : std::string_view(id); }
  friend bool operator==(const datatype_description&, const datatype_description&) = default;
};

}  // namespace laundromat::csvw
