// Reads a graph in pages from a store that cuts its answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/rdf/sort/run_store.hpp"
#include "net/stores/sparql_store.hpp"

namespace laundromat {

/// Sends a SPARQL query; the sink takes the body of a success.
using query_sender = std::function<store_result<store_answer>(const std::string& query,
                                                              const std::string& accept, byte_sink* into)>;

/// Receives a graph by the protocol of core/endpoints, each page as a run of `pages`, the first of which is number `first_run`. Sets `got.runs`, `statements`,
/// `is_complete` and `detail`. Waits where the store is busy, and ends when `is_stopping` says so. Memory: one page. Faults: all.
[[nodiscard]] store_result<void> read_graph_pages(const query_sender& send, std::string_view graph,
                                                  std::uint64_t page_rows, run_store& pages,
                                                  std::size_t first_run,
                                                  const std::function<bool()>& is_stopping, read_graph& got);

/// The runs one after the other.
[[nodiscard]] byte_source_ptr make_runs_source(run_store& runs, std::vector<std::size_t> numbers);

}  // namespace laundromat
