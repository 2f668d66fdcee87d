// Writes the graphs of providers as one dataset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/rdf/model/format.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// One version of one graph.
struct exported_graph {
  stored_provider provider;
  std::uint64_t version = 0;
  bool is_named = true;  ///< false: its statements are written without a graph
};

/// Writes a graph with its IRI as the graph of each statement, in N-Quads or TriG. Errors: those of the graph and of `out`.
[[nodiscard]] result<void> write_graph(versioned_graph& graph, const exported_graph& what, rdf_format format,
                                       byte_sink& out);

/// Writes graphs to one file, or to a file each in a folder: `NAME.nq.gz`. Each file appears when it is complete and replaces an older one. `target` ends with
/// `/` for a folder, in which files are packed. A name that ends with `.nq` or `.trig`, or the same and `.gz`, says the format; `format` is that of others. Errors: those of the graphs and the disk.
[[nodiscard]] result<void> export_graphs(const safe_folder& data, journal& db,
                                         const std::vector<exported_graph>& graphs, const std::string& target,
                                         rdf_format format = rdf_format::n_quads);
/// The newest versions of all graphs that have one.
[[nodiscard]] result<std::vector<exported_graph>> newest_graphs(journal& db);

}  // namespace laundromat
