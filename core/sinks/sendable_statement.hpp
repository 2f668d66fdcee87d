// Statements as a SPARQL store of RDF 1.1 can take them, and those that it cannot.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// Why a statement of a clean document is not sent to a store.
enum class unsendable : std::uint8_t {
  none,
  iri_character,   ///< an IRI has a character that no IRIREF of SPARQL can contain, escaped or not
  relative_iri,    ///< an IRI has no scheme: a store would resolve it against a base of its own
  triple_term,     ///< RDF 1.2
  base_direction,  ///< RDF 1.2
  other_graph,     ///< the statement is in another named graph than the one that is sent
  refused,         ///< the store refused it
};
inline constexpr std::size_t unsendable_kinds = 7;

/// `iri_character`, `relative_iri`, …
[[nodiscard]] std::string_view to_string(unsendable why);

/// An IRI without angle brackets as SPARQL takes it: absolute, and without the characters that an IRIREF must not contain.
[[nodiscard]] bool is_sendable_iri(std::string_view iri);

/// A line of a clean document.
struct sendable_triple {
  std::string_view triple;  ///< subject, predicate and object of the line, as it spells them
  unsendable why = unsendable::none;
};
/// Judges a line, which ends with its line feed. `graph` is the IRI of the graph that is sent: its statements are those without a graph, and those in it.
/// Errors: `syntax_error` for a line that is not canonical.
[[nodiscard]] result<sendable_triple> judge_sendable(std::string_view line, std::string_view graph);

/// Appends `triple` of a sendable line with ` .` and a line feed: a line of N-Triples that also is a part of INSERT DATA. Only a backslash before a `u` is
/// spelled otherwise than in the line, because some stores read escapes of characters before those of strings.
/// Source: SPARQL 1.1 Query sections 19.2 and 19.7; RDF 1.1 N-Triples section 7.
void append_sendable(std::string& out, std::string_view triple);

/// The statements that were not sent: counted, and the first ones named.
struct unsent_statements {
  static constexpr std::size_t most_examples = 20;
  static constexpr std::size_t most_example_bytes = 1'000;
  struct example {
    unsendable why = unsendable::none;
    std::string statement;  ///< cut to `most_example_bytes`
    std::string detail;     ///< what the store said
    friend bool operator==(const example&, const example&) = default;
  };

  std::array<std::uint64_t, unsendable_kinds> counts{};
  std::vector<example> examples;

  [[nodiscard]] std::uint64_t sum() const;
  void note(unsendable why, std::string_view statement, std::string detail = {});
  friend bool operator==(const unsent_statements&, const unsent_statements&) = default;
};

}  // namespace laundromat
