// Statements as views of terms: passed on by readers, valid only during the call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

enum class term_kind : std::uint8_t { none, iri, blank, literal, triple };

/// A term with its value, not its spelling: escapes are resolved, prefixed names expanded, IRIs absolute.
struct term_view {
  term_kind kind = term_kind::none;
  /// IRI, label without `_:`, lexical form, or a triple term as text (core/rdf/model/triple_term.hpp); valid UTF-8
  std::string_view value;
  std::string_view datatype;  ///< IRI of a literal's datatype; empty for xsd:string and for tagged literals
  /// Tag of a literal without `@`, and with its base direction, as in `ar--rtl`; empty when there is none
  std::string_view language;
};

/// A quad; `graph.kind` is `none` in the default graph.
struct statement_view {
  term_view subject, predicate, object, graph;
};

}  // namespace laundromat
