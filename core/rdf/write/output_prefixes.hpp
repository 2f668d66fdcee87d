// Prefixes for Turtle and TriG: of those of the document and the well-known ones, those that are used.
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

/// An IRI split after its last `#` or `/`.
struct split_iri {
  std::string_view space, local;
};
/// Splits an IRI whose local name needs no escape in Turtle: ASCII letters, digits, `_`, and `-` after the first
/// character. Nothing for any other IRI, and where the namespace is not absolute or needs escapes.
[[nodiscard]] std::optional<split_iri> split_namespace(std::string_view iri);

/// Whether Turtle has a form without quotes for this literal (RDF 1.1 Turtle section 2.5.2).
[[nodiscard]] bool has_bare_form(std::string_view lexical, std::string_view datatype);

/// Names by their IRI.
using prefix_names = std::map<std::string, std::string, std::less<>>;
/// Splits an IRI after the longest IRI of `names` that leaves a local name without escapes. Null when there is
/// none; `local` is the local name.
[[nodiscard]] const prefix_names::value_type* find_prefix(const prefix_names& names, std::string_view iri,
                                                          std::string_view& local);

/// Finds the prefixes that a document uses: of those that it declares, and of the well-known ones. Declared ones take precedence: a
/// well-known name is left out where the document declares its IRI, or uses its name for another IRI. An IRI in any other
/// namespace is written in full: a generated name has no meaning, and would change with the next version of the document.
/// Memory: at most `declared` and the table of well-known prefixes.
class prefix_finder {
 public:
  /// `declared` has each name and each IRI once.
  explicit prefix_finder(std::span<const prefix> declared = {});
  void examine(const statement_view& statement);
  /// The used ones, in the order of their names, independent of the order of statements. Each name and each IRI once.
  [[nodiscard]] std::vector<prefix> find() const;

 private:
  void examine(std::string_view iri);
  void examine_triple(std::string_view triple);

  prefix_names declared_;
  std::map<std::string_view, std::string_view> used_;   ///< of `declared_`: IRI by name
  std::map<std::string_view, std::string_view> found_;  ///< rows of the table: IRI by name
  std::string_view last_;  ///< the IRI of the last one, which the next term often has too
};

}  // namespace laundromat
