// A pattern of statements: four positions, each with a term or open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

enum class position : std::uint8_t { subject, predicate, object, graph };
inline constexpr std::size_t positions = 4;

/// The `graph` of a pattern for statements in no named graph.
inline constexpr std::string_view no_named_graph = "default";

struct quad_pattern {
  /// By position: a term as canonical N-Quads spell it, or empty for any term; of the graph also `no_named_graph`.
  std::array<std::string, positions> terms;
  /// By position: the first position that must have the same term, as in `?x ?p ?x`; a position itself where it is the first one.
  std::array<position, positions> same_as{position::subject, position::predicate, position::object,
                                          position::graph};

  [[nodiscard]] const std::string& of(position which) const { return terms[static_cast<std::size_t>(which)]; }
  [[nodiscard]] std::string& of(position which) { return terms[static_cast<std::size_t>(which)]; }
  [[nodiscard]] bool has_equal_positions() const { return same_as != quad_pattern{}.same_as; }
  /// Whether every statement matches.
  [[nodiscard]] bool is_open() const { return *this == quad_pattern{}; }

  friend bool operator==(const quad_pattern&, const quad_pattern&) = default;
};

/// Reads `?s a foaf:Person`: three terms, or four with a graph, as in SPARQL and Turtle: `<IRI>`, `prefix:name`, a literal, a triple term, `a`, or a variable
/// as `?s` and `_`. The well-known prefixes are declared; an IRI may also stand without `<>` where it has `://`. A variable that repeats means the same term. As the graph, `default` means no named graph.
/// Errors: `invalid_argument`, with the term that is wrong, and what to write.
[[nodiscard]] result<quad_pattern> read_pattern(std::string_view text);

/// One term of such a pattern, which is no variable, as canonical N-Quads spell it. Errors: as above.
[[nodiscard]] result<std::string> read_term(std::string_view text, position at);

/// The text of each position in a request: empty or a variable for any term.
struct requested_pattern {
  std::string subject, predicate, object, graph;
};
/// Reads what clients of Triple Pattern Fragments write: an IRI as it is, or in `<>`; a literal as `"text"`, `"text"@tag`, `"text"^^type`, in which the text has no escapes; a triple term as Turtle has it; `?name`.
/// The graph `urn:ldf:defaultGraph` means no named graph.
/// Errors: `invalid_argument`, with the position that is wrong.
/// Source: Hydra Core Vocabulary, ExplicitRepresentation; Triple Pattern Fragments section 4; Quad Pattern Fragments.
[[nodiscard]] result<quad_pattern> read_requested(const requested_pattern& from);
inline constexpr std::string_view requested_default_graph = "urn:ldf:defaultGraph";
/// The text of a term that `read_requested` reads; empty for an open position.
[[nodiscard]] std::string requested_text(std::string_view term);

}  // namespace laundromat
