// What a store makes of a literal: how two literals at the same place of a statement differ.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// What a store changes of a statement.
enum class store_change : std::uint8_t {
  spelling,    ///< another spelling of the same value: "01" → "1", "1" → "true", @en-GB → @en-gb
  precision,   ///< a number or time with fewer digits: "3.14159265" → "3.14159"
  datatype,    ///< the same value with another datatype
  ill_typed,   ///< what is no value of its datatype became another text: "abc"^^xsd:integer → "0"
  no_value,    ///< a value became what is no value of its datatype: "P1D"^^xsd:duration → "86400.0"
  merged,      ///< a statement whose value another statement has is not kept: "01" beside "1"
  blank_node,  ///< another name of a blank node
};
inline constexpr std::size_t store_changes = 7;

/// `spelling`, `precision`, …
[[nodiscard]] std::string_view to_string(store_change change);

/// A literal as canonical N-Quads spell it, in parts that point into it. The language is empty for a literal without one, the datatype is never.
struct spelled_literal {
  std::string_view value;  ///< escaped
  std::string_view language, datatype;

  /// False for a term that is no literal.
  [[nodiscard]] static bool read(std::string_view term, spelled_literal& into);
};

/// How like `store` is to `graph`, the more the better: 0 when a store that was given `graph` would not give `store` back.
/// 4 to 1 for `spelling`, `datatype`, `precision`, and the other two.
struct literal_likeness {
  int rank = 0;
  store_change change = store_change::spelling;
};
[[nodiscard]] literal_likeness compare_literals(const spelled_literal& graph, const spelled_literal& store);

/// Text that is equal for literals with the same value and datatype, as far as the value can be computed: integers and decimals of any
/// length, doubles, booleans, times, tags in any case. Empty when only the text itself is compared.
[[nodiscard]] std::string value_key(const spelled_literal& literal);
/// The same for stores that keep one of all numbers and booleans that are equal, whatever their datatypes: "1"^^xsd:integer, "1E0"^^xsd:double, "true"^^xsd:boolean.
[[nodiscard]] std::string merged_key(const spelled_literal& literal);

}  // namespace laundromat
