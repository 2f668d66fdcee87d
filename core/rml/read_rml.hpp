// Reads RML mappings, and says what is wrong in them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/rml/mapping_graph.hpp"
#include "core/rml/rml_mapping.hpp"

namespace laundromat {

/// Checks what the statements of a mapping document say, and compiles its references. The vocabulary of R2RML, and that of RML before it was
/// standardised, are read as well, where they mean the same.
/// Errors: everything that is wrong, each with its node and what to write instead; line 1 where the line is not known.
/// Source: RML-Core, and of RML-IO the sources that are files.
[[nodiscard]] tl::expected<rml_mapping, std::vector<line_problem>> read_rml(const mapping_graph& graph);

/// Reads a mapping document in Turtle. Errors: those of `read_mapping_graph` and `read_rml`.
[[nodiscard]] tl::expected<rml_mapping, std::vector<line_problem>> read_rml_mapping(
    std::string_view turtle, std::string_view base_iri);

}  // namespace laundromat
