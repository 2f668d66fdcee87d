// The part of SPARQL that the RDFa suite uses: ASK, basic graph patterns, OPTIONAL, FILTER.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "tests/conformance/suite_reading.hpp"

namespace laundromat::conformance {

/// A query whose groups are read by the Turtle reader, with `?x` written as an IRI: prefixes, literals, blank nodes and
/// collections are those of Turtle. Blank nodes are variables (SPARQL 1.1 section 4.1.4).
class ask_query {
 public:
  /// Errors: `syntax_error` for other text, and for SPARQL that is not supported here.
  [[nodiscard]] static result<ask_query> parse(std::string_view text);
  /// Whether the pattern matches (SPARQL 1.1 sections 5, 6 and 17.4.1-17.4.2). Graph names are ignored.
  /// Errors: `syntax_error` for a filter that cannot be read.
  [[nodiscard]] result<bool> matches(const std::vector<statement>& data) const;

 private:
  struct group {
    std::vector<statement> patterns;
    std::vector<std::string> filters;  ///< expressions as text
    std::vector<group> optional;
  };
  using bindings = std::map<std::string, term>;

  friend class query_parser;
  [[nodiscard]] static result<std::vector<bindings>> solve(const group& g, const std::vector<statement>& data,
                                                           std::vector<bindings> from);

  group where_;
};

/// Whether a FILTER is true: `isBlank`, `isIRI`, `isLiteral`, `bound`, `lang`, `datatype`, `str`, `!`, `&&`, `||`, `=`, `!=` and
/// brackets over variables and plain strings. Errors: `syntax_error`.
[[nodiscard]] result<bool> is_filter_true(std::string_view expression,
                                          const std::map<std::string, term>& bound);

}  // namespace laundromat::conformance
