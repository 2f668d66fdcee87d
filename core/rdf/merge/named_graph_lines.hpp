// The statements of a dump that belong to the graph of its provider.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Statements of a dump that belong to other graphs.
struct foreign_statements {
  std::uint64_t count = 0;
  std::string first_graph;  ///< as in N-Quads
};

/// The lines of a clean document that are in the default graph or in `graph` (an IRI), without the name of the graph, sorted and each once. Others are counted
/// in `foreign`, which outlives the source: a provider writes to its own graph only. Memory: the longest line. Errors: those of the source; `syntax_error`.
[[nodiscard]] byte_source_ptr make_own_graph_source(byte_source_ptr document, std::string graph,
                                                    foreign_statements& foreign);

/// The lines of several clean documents as those of one: sorted, each once. Memory: a `line_stream` for each. Errors: those of the sources.
[[nodiscard]] byte_source_ptr make_union_source(std::vector<byte_source_ptr> documents);

}  // namespace laundromat
