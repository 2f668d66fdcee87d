// Reads the term maps of a mapping.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/rml/logical_source_parser.hpp"
#include "core/rml/mapping_problems.hpp"
#include "core/rml/rml_mapping.hpp"

namespace laundromat::rml {

/// What a term map is for: it decides the type of a reference, and which types are allowed.
enum class term_role : std::uint8_t { subject, predicate, object, graph, datatype, language, join };

class term_map_parser {
 public:
  term_map_parser(const mapping_graph& graph, logical_source_parser& sources, mapping_problems& problems)
      : graph_(graph), sources_(sources), problems_(problems) {}

  /// The term map of a node. `source`: the number of the source of its references.
  [[nodiscard]] std::optional<term_map> read(const node_place& at, term_role role, std::size_t source);
  /// The term maps of a node by `property`, as `objectMap`, unless that is empty, and the constants by its shortcut, as `object`.
  [[nodiscard]] std::vector<term_map> read_all(const node_place& at, std::string_view property,
                                               std::string_view shortcut, term_role role, std::size_t source);
  /// The term map that is `term` in each record.
  [[nodiscard]] std::optional<term_map> read_constant(const made_term& term, const node_place& at,
                                                      term_role role, std::size_t line);

 private:
  [[nodiscard]] bool read_expression(const node_place& at, term_role role, std::size_t source,
                                     term_map& into);
  [[nodiscard]] bool read_reference(const mapping_statement& said, const node_place& at, std::size_t source,
                                    term_map& into);
  [[nodiscard]] bool read_template(const mapping_statement& said, const node_place& at, std::size_t source,
                                   term_map& into);
  [[nodiscard]] bool read_type(const node_place& at, term_role role, term_map& into);
  [[nodiscard]] bool read_literal_parts(const node_place& at, std::size_t source, term_map& into);
  [[nodiscard]] bool allows(term_role role, rml_term_type type, const node_place& at, std::size_t line);

  const mapping_graph& graph_;
  logical_source_parser& sources_;
  mapping_problems& problems_;
};

}  // namespace laundromat::rml
