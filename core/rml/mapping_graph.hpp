// The statements of a mapping document, by subject.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/mapping/made_terms.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

/// A statement with the line that it comes from, or 0 where that is not known.
struct mapping_statement {
  made_term subject, predicate, object;
  std::size_t line = 0;
};

/// Statements in the order in which they were added.
class mapping_graph {
 public:
  void add(const statement_view& statement, std::size_t line = 0);

  /// The statements with this subject and a property of RML, by its word; or with the predicate `rdf:type`, or another IRI.
  [[nodiscard]] std::vector<const mapping_statement*> find(const made_term& subject,
                                                           std::string_view property) const;
  /// The first of them; null for none.
  [[nodiscard]] const mapping_statement* first(const made_term& subject, std::string_view property) const;
  [[nodiscard]] const std::vector<mapping_statement>& statements() const { return statements_; }
  /// `<http://e.org/a>`; a blank node by the property that leads to it, as `rml:subjectMap of <http://e.org/a>`.
  [[nodiscard]] std::string name_of(const made_term& node) const;

 private:
  std::vector<mapping_statement> statements_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> subjects_;
};

/// `<http://e.org/a>`, or `_:b`.
[[nodiscard]] std::string readable_node(const made_term& node);

/// Reads a mapping document in Turtle. A statement has the line of its object, where that is clear, or the line on which its block begins.
/// Errors: what is no correct Turtle, since a repaired mapping may say something else.
[[nodiscard]] tl::expected<mapping_graph, std::vector<line_problem>> read_mapping_graph(
    std::string_view turtle, std::string_view base_iri);

}  // namespace laundromat
