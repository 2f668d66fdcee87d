// Reads how a mapping says that a table is written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rml/mapping_problems.hpp"
#include "core/rml/rml_mapping.hpp"

namespace laundromat::rml {

/// Takes what CSV on the Web says of a `csvw:Table`: `csvw:dialect` and `csvw:null`. What has another value than the standard's default and cannot be
/// obeyed, or is no value, is a problem. `at`: the node of the document.
/// Source: Metadata Vocabulary for Tabular Data, section 5.9.
void read_table_dialect(const mapping_graph& graph, const node_place& at, logical_source& into,
                        mapping_problems& problems);

}  // namespace laundromat::rml
