// Splits a line of a clean document into its terms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace laundromat {

/// A statement of canonical N-Quads, as views into its line: without delimiters, and with escapes as they are written.
struct clean_statement {
  std::string_view subject, predicate;
  std::string_view object;    ///< an IRI, or the text of a literal
  std::string_view datatype;  ///< empty for xsd:string and texts in a language
  std::string_view language;  ///< in lower case; empty for none
  bool is_literal = false;

  friend bool operator==(const clean_statement&, const clean_statement&) = default;
};

/// Reads a line without its line feed. Nothing for a line that is not canonical, and for one whose subject or object is a triple term: neither
/// announces anything. The graph is not looked at. Constant memory.
[[nodiscard]] std::optional<clean_statement> split_clean_line(std::string_view line);

}  // namespace laundromat
