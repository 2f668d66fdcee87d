// Reads the logical sources of a mapping.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/rml/mapping_problems.hpp"
#include "core/rml/rml_mapping.hpp"

namespace laundromat::rml {

/// Reads sources, and numbers the references to them.
class logical_source_parser {
 public:
  logical_source_parser(const mapping_graph& graph, mapping_problems& problems)
      : graph_(graph), problems_(problems) {}

  /// The number of a source: of an equal one, if there was one before. Nothing when it cannot be used.
  [[nodiscard]] std::optional<std::size_t> read(const node_place& at);
  /// The number of a reference of a source. Nothing when it cannot be compiled.
  [[nodiscard]] std::optional<std::uint32_t> number_of_reference(std::size_t source, const std::string& text,
                                                                 const node_place& at, std::size_t line);
  [[nodiscard]] std::vector<logical_source> take() { return std::move(sources_); }

 private:
  [[nodiscard]] bool read_document(const node_place& at, logical_source& into);
  [[nodiscard]] bool read_formulation(const node_place& at, logical_source& into);
  [[nodiscard]] bool compile_iterator(const node_place& at, logical_source& into);
  void read_nulls(const made_term& node, logical_source& into);

  const mapping_graph& graph_;
  mapping_problems& problems_;
  std::vector<logical_source> sources_;
};

}  // namespace laundromat::rml
