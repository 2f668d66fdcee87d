// Sets the graphs of clean documents when several are joined into one dataset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

enum class graph_rule : std::uint8_t {
  document,  ///< statements in the default graph get the document's own graph; named graphs are kept
  own,       ///< as in the document
  none,      ///< no statement has a graph
};

/// A line of canonical N-Quads, without its line feed, split after its object: `graph` is empty, or `<iri>`.
struct cut_line {
  std::string_view triple, graph;
};
/// Errors: `syntax_error` for other text.
[[nodiscard]] result<cut_line> cut_graph(std::string_view line);

/// The rule of a name: `document`, `own`, `none`.
[[nodiscard]] std::optional<graph_rule> graph_rule_from_name(std::string_view name);

/// Appends a line of canonical N-Quads, with its line feed, in the graph that the rule wants; `own_graph` is the term of the document's own graph, `<iri>`. Errors: `syntax_error` for other text.
[[nodiscard]] result<void> append_in_graph(std::string& out, std::string_view line, graph_rule rule,
                                           std::string_view own_graph);

/// The lines of a clean document with their graphs by the rule; `graph` is the IRI of the document's own graph. Lines keep their order, so
/// that the result may not be sorted. Memory: a chunk, and the longest line. Errors: those of `lines`, and `syntax_error`.
[[nodiscard]] byte_source_ptr make_graph_source(byte_source_ptr lines, graph_rule rule,
                                                std::string_view graph);

}  // namespace laundromat
