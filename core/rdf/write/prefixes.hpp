// Prefixes for Turtle and TriG: those that everybody knows, where they are used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/statement.hpp"

namespace laundromat {

struct prefix {
  std::string name;  ///< without colon: a lower-case letter, then lower-case letters and digits
  std::string iri;   ///< absolute, ends with `#` or `/`

  friend bool operator==(const prefix&, const prefix&) = default;
};

/// An IRI cut after its last `#` or `/`.
struct split_iri {
  std::string_view space, local;
};
/// Cuts an IRI whose local name every reader of Turtle takes as it is: ASCII letters, digits, `_`, and `-` after the first
/// character. Nothing for any other IRI, and where the namespace is not absolute or holds what must be escaped.
[[nodiscard]] std::optional<split_iri> split_namespace(std::string_view iri);

/// What Turtle writes as `a` where it is a predicate, and as `()` where it is an object.
inline constexpr std::string_view turtle_a = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view turtle_nil = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
/// Whether Turtle has a form without quotes that means this literal (RDF 1.1 Turtle section 2.5.2).
[[nodiscard]] bool has_bare_form(std::string_view lexical, std::string_view datatype);

/// Finds the well-known prefixes that a document uses. An IRI of any other namespace is written in full: a name that a machine makes up
/// says nothing, and the next version of the document would have another. Memory: at most the table of well-known prefixes.
class prefix_finder {
 public:
  void look_at(const statement_view& statement);
  /// Those that occurred, in the order of their names, whatever the order of the statements.
  [[nodiscard]] std::vector<prefix> find() const;

 private:
  void look_at(std::string_view iri);

  std::map<std::string_view, std::string_view> found_;  ///< rows of the table: IRI by name
  std::string_view last_;  ///< the IRI of the last one: the next term often has it too
};

}  // namespace laundromat
