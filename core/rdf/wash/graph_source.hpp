// Clean documents on their way into one dataset: in which graph their statements stand there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

enum class graph_rule : std::uint8_t {
  document,  ///< what stands in no graph gets the document's own, named graphs stay
  own,       ///< as it is in the document
  none,      ///< no statement has a graph any more
};

/// A line of canonical N-Quads, without its line feed, cut behind its object: `graph` is empty, or `<iri>`.
struct cut_line {
  std::string_view triple, graph;
};
/// Errors: `syntax_error` for what is no such line.
[[nodiscard]] result<cut_line> cut_graph(std::string_view line);

/// The lines of a clean document with their graphs as the rule says; `graph` is the IRI of the document's own. Lines stay in their order, so
/// that the result may not be sorted. Memory: a chunk, and the longest line. Errors: those of `lines`, and `syntax_error`.
[[nodiscard]] byte_source_ptr make_graph_source(byte_source_ptr lines, graph_rule rule,
                                                std::string_view graph);

}  // namespace laundromat
