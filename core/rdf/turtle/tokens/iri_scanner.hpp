// IRIs between `<` and `>`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/tokens/scan_memory.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// Finds where an IRI ends. What is no IRI is a `stray`; an IRI without end is `broken` and ends with its first word.
/// Source: RDF 1.1 Turtle, production 18.
class iri_scanner {
 public:
  /// `term_bytes` is the longest IRI; what is longer is `broken` there.
  iri_scanner(const text_window& text, std::uint64_t term_bytes) : text_(&text), term_bytes_(term_bytes) {}

  /// The token at a `<`. `is_in_triple`: `>>` behind the bracket ends the reified triple around the IRI.
  [[nodiscard]] token scan(const char* at, bool is_in_triple = false);

 private:
  [[nodiscard]] token end_iri(token found, bool is_in_triple);
  [[nodiscard]] const char* end() const { return text_->end(); }

  const text_window* text_;
  std::uint64_t term_bytes_;
  scan_memory seen_;
};

}  // namespace laundromat::turtle
