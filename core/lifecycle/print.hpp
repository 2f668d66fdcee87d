// The lifecycle as a table, a Mermaid diagram and a Graphviz graph, printed from the one table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace laundromat {

/// A Markdown table: kind, status, phase, meaning.
[[nodiscard]] std::string statuses_as_table();
/// A Markdown table: kind, from, event, to, attempt.
[[nodiscard]] std::string lifecycle_as_table();
/// A `stateDiagram-v2` of Mermaid.
[[nodiscard]] std::string lifecycle_as_mermaid();
/// A `digraph` of Graphviz.
[[nodiscard]] std::string lifecycle_as_dot();
/// The page doc/formats/lifecycle.md: the statuses, the table and the diagram. A test compares it with the file.
[[nodiscard]] std::string lifecycle_page();

}  // namespace laundromat
