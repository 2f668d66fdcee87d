// Named graphs in a SPARQL store: replaced, changed, read and counted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/sort/run_store.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/sinks/check_answer.hpp"
#include "core/sinks/statement_batch.hpp"
#include "net/stores/store_client.hpp"

namespace laundromat {

/// Where a store is. What is empty cannot be used.
struct store_place {
  std::string graph_store;  ///< of the Graph Store Protocol
  std::string update;       ///< of SPARQL Update
  std::string query;        ///< of SPARQL queries
  /// The parameter that names a graph: `graph`, or `graph-uri` in old versions of Virtuoso. Empty: graphs are requested by their own IRIs, which then must
  /// begin with `graph_store`.
  std::string graph_parameter = "graph";
};

struct store_limits {
  batch_limits update;                                   ///< of one INSERT DATA or DELETE DATA
  batch_limits piece = piece_limits;                     ///< of one part of a graph that is sent in parts
  std::uint64_t whole_bytes = std::uint64_t{256} << 20;  ///< a larger graph is sent in parts
  std::uint64_t refused_statements = 1'000;  ///< more in one call end it: then it is not the statements
  std::uint64_t page_rows = 8'000;           ///< wanted in one page of a graph that the store cuts
  /// Of what a store answers when it is compared: so many times the size of the graph, which covers its other spellings of literals and IRIs, and a remainder.
  std::uint64_t answer_times = 4, answer_bytes = std::uint64_t{64} << 20;
};

/// What was sent.
struct sent_statements {
  batch_totals
      totals;  ///< of all batches; what the store refused is in `unsent`, and does not count as removed or added
  std::uint64_t requests = 0, refused_requests = 0;  ///< by this call
  bool was_whole = false;                            ///< in one request
};

/// Called after each batch that the store has, with the number of the next one, to be stored. Its error ends the call.
using cursor_keeper = std::function<result<void>(std::uint64_t next_batch)>;

/// How a graph was read. Runs are those of a `run_store`.
struct read_graph {
  std::vector<std::size_t>
      runs;  ///< N-Triples, in this order; with blank nodes that are different ones in each run
  std::uint64_t statements = 0;  ///< received, counting repeated ones
  std::uint64_t counted = 0;     ///< what the store counts
  bool was_cut = false;          ///< the store cut its answer, so that pages were requested
  bool is_complete = false;      ///< nothing is missing, as far as the store counts
  std::string detail;            ///< how it was read, for people
};

/// For one thread. Each member is one or more requests; nothing is repeated but what the protocol says. A store that cannot be reached is a failure
/// that `is_for_later`, and never one of a document.
class sparql_store {
 public:
  sparql_store(store_place place, store_client_options options, store_limits limits = {});

  /// Replaces a graph by a clean document: one PUT, or for a large one a PUT of the first part and a POST of each further one. Without a graph store: DROP
  /// and INSERT DATA. `first` and `keep` are the cursor of `apply`, for parts; a document that is sent whole has one.
  /// `document` may be opened several times. Faults: all.
  [[nodiscard]] store_result<sent_statements> put_graph(std::string_view graph,
                                                        const document_opener& document,
                                                        std::uint64_t first = 0,
                                                        const cursor_keeper& keep = {});

  /// Changes a graph: the batches of `cut_delta` from number `first` on. A batch of which the store refuses a part is divided until the statements that it
  /// refuses are single: these are left out and named. Faults: all.
  [[nodiscard]] store_result<sent_statements> apply(std::string_view graph, const delta_source& changes,
                                                    std::uint64_t first = 0, const cursor_keeper& keep = {});

  /// Removes a graph; one that is not there is no failure.
  [[nodiscard]] store_result<void> drop_graph(std::string_view graph);

  /// The statements of a graph, as the store counts them.
  [[nodiscard]] store_result<std::uint64_t> count(std::string_view graph);

  /// Reads a graph into runs of `pages`, which must be new. Stores may cut an answer without a word (Virtuoso: ResultSetMaxRows), so that its statements are
  /// counted, and requested in pages when some are missing, as in the copy of an endpoint (`core/endpoints`).
  [[nodiscard]] store_result<read_graph> read(std::string_view graph, run_store& pages);

  /// Reads a graph and compares it with the document that was sent. `pages` and `sorting` must be new. Faults: all; `incomplete` when it cannot be read whole;
  /// `local` with `limit_exceeded` for an answer that is much larger than the document.
  [[nodiscard]] store_result<store_differences> check(std::string_view graph, const document_opener& document,
                                                      run_store& pages, run_store& sorting,
                                                      const answer_check_options& options = {});

 private:
  class sending;
  [[nodiscard]] store_result<std::string> uri_of_graph(std::string_view graph) const;
  [[nodiscard]] store_result<store_answer> put_whole(const std::string& uri, std::string_view graph,
                                                     const document_opener& document, std::uint64_t bytes);
  [[nodiscard]] store_result<void> update(std::string text);
  [[nodiscard]] store_result<store_answer> query(const std::string& text, const std::string& accept,
                                                 byte_sink* into);
  [[nodiscard]] store_result<void> read_at_once(std::string_view graph, run_store& pages, read_graph& got);

  store_place place_;
  store_limits limits_;
  std::function<bool()> is_stopping_;
  store_client client_;
};

}  // namespace laundromat
