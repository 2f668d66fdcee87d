// The documents of a harvest as one dump.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/rdf/merge/merge_dump.hpp"
#include "core/rdf/merge/named_graph_lines.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// A dump that can be opened several times, one after the other.
struct joined_dump {
  document_opener open;
  std::shared_ptr<const foreign_statements> foreign;  ///< of the last time it was read to its end
};

/// Joins clean documents: their statements in the default graph or in `graph`, sorted, each once. Up to 16 documents are merged as they are read; more are
/// sorted on scratch first. `is_cancelled` is asked every some thousand lines. Memory: a `line_stream` for each of 16, or 256 MiB. Errors: those of the stores; `cancelled`, also
/// while it is read.
[[nodiscard]] result<joined_dump> join_documents(const clean_store& store, const scratch_store& scratch,
                                                 const std::vector<content_digest>& documents,
                                                 const std::string& graph,
                                                 std::function<bool()> is_cancelled);

}  // namespace laundromat
