// Prefixes for Turtle and TriG: those of the document itself and those that everybody knows, where they are used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/declared_prefixes.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat {

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

/// Names by the IRI that they stand for.
using prefix_names = std::map<std::string, std::string, std::less<>>;
/// Cuts an IRI behind the longest IRI of `names` that leaves a local name which every reader of Turtle takes as it is. Null when there is
/// none; `local` is what is left.
[[nodiscard]] const prefix_names::value_type* find_prefix(const prefix_names& names, std::string_view iri,
                                                          std::string_view& local);

/// Finds the prefixes that a document uses: of those that it declares, and of the well-known ones. What it declares comes first: a
/// well-known name is left out where the document gives its IRI, or its name to something else that is used. An IRI of any other
/// namespace is written in full: a name that a machine makes up says nothing, and the next version of the document would have another.
/// Memory: at most `declared` and the table of well-known prefixes.
class prefix_finder {
 public:
  /// `declared` has each name and each IRI once.
  explicit prefix_finder(std::span<const prefix> declared = {});
  void examine(const statement_view& statement);
  /// Those that occurred, in the order of their names, whatever the order of the statements. Each name and each IRI once.
  [[nodiscard]] std::vector<prefix> find() const;

 private:
  void examine(std::string_view iri);

  prefix_names declared_;
  std::map<std::string_view, std::string_view> used_;   ///< of `declared_`: IRI by name
  std::map<std::string_view, std::string_view> found_;  ///< rows of the table: IRI by name
  std::string_view last_;  ///< the IRI of the last one: the next term often has it too
};

}  // namespace laundromat
