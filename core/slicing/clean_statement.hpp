// The terms of a canonical statement, found without parsing them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/rdf/write/skolem.hpp"

namespace laundromat {

/// Views into a line of a clean document, with their delimiters.
struct statement_terms {
  std::string_view subject, predicate, object;
  std::string_view graph;  ///< empty: the default graph

  /// Subject, predicate and object, with the space behind the object.
  [[nodiscard]] std::string_view triple_and_space() const {
    return {subject.data(), static_cast<std::size_t>(object.data() + object.size() + 1 - subject.data())};
  }
};

/// The subject of a line and the space behind it.
[[nodiscard]] inline std::string_view subject_and_space(std::string_view line) {
  return line.substr(0, line.find(' ') + 1);
}

/// The graph of a line; empty: the default graph. Of the terms only IRIs end in `>` behind a space, apart from triple terms.
[[nodiscard]] inline std::string_view graph_of(std::string_view line) {
  constexpr std::size_t end_bytes = 3;  // " .\n"
  if (line.size() < end_bytes + 1 || line[line.size() - end_bytes - 1] != '>') return {};
  const auto terms = line.substr(0, line.size() - end_bytes);
  if (terms.ends_with(")>>")) return {};
  const auto begin = terms.rfind('<');
  if (begin == terms.npos || begin == 0 || terms[begin - 1] != ' ') return {};  // the datatype of a literal
  const auto predicate = terms.find(' ') + 1;
  const auto object = terms.find(' ', predicate) + 1;
  return begin == object ? std::string_view{} : terms.substr(begin);
}

/// Splits a line with its line feed, which is canonical.
[[nodiscard]] inline statement_terms split_statement(std::string_view line) {
  constexpr std::size_t end_bytes = 3;
  statement_terms found;
  const auto predicate = line.find(' ') + 1;
  const auto object = line.find(' ', predicate) + 1;
  found.graph = graph_of(line);
  const auto object_end = line.size() - end_bytes - (found.graph.empty() ? 0 : found.graph.size() + 1);
  found.subject = line.substr(0, predicate - 1);
  found.predicate = line.substr(predicate, object - 1 - predicate);
  found.object = line.substr(object, object_end - object);
  return found;
}

[[nodiscard]] inline bool is_iri_term(std::string_view term) {
  return term.size() > 1 && term[0] == '<' && term[1] != '<';
}
/// Whether a term is a blank node, which clean documents name by a Skolem IRI.
[[nodiscard]] inline bool is_blank_term(std::string_view term) {
  return !term.empty() && term[0] == '<' && is_genid(term.substr(1));
}
/// Whether a term is an IRI that names a resource.
[[nodiscard]] inline bool is_resource_term(std::string_view term) {
  return is_iri_term(term) && !is_genid(term.substr(1));
}

/// Calls `take` with each blank node of an object, with its delimiters: the object itself, or those within a triple term.
template <class Take>
void each_blank_of(std::string_view object, Take take) {
  if (is_blank_term(object)) return take(object);
  if (!object.starts_with("<<")) return;
  for (auto at = object.find(genid_base); at != object.npos; at = object.find(genid_base, at + 1)) {
    // Literals within the term may mention such an IRI; then it has no bracket.
    if (object[at - 1] != '<') continue;
    const auto end = object.find('>', at);
    if (end == object.npos) return;
    take(object.substr(at - 1, end + 2 - at));
  }
}

}  // namespace laundromat
