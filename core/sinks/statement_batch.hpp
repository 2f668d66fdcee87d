// Statements that are sent to a store in one request, cut out of a delta or a document always at the same places.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/delta/delta.hpp"
#include "core/sinks/sendable_statement.hpp"

namespace laundromat {

/// The size of a batch. A batch is full at the first limit; it has one statement at least.
struct batch_limits {
  std::size_t statements = 1'000;  ///< Virtuoso 7.2 takes some 1,200 in an INSERT DATA, and refuses 1,500
  std::size_t bytes = std::size_t{1} << 20;

  friend bool operator==(const batch_limits&, const batch_limits&) = default;
};
/// For parts of a graph that are sent as N-Triples.
inline constexpr batch_limits piece_limits{500'000, std::size_t{32} << 20};

struct statement_batch {
  std::uint64_t number = 0;  ///< from 0
  delta_sign sign = delta_sign::added;
  std::string triples;            ///< lines of N-Triples, see `append_sendable`
  std::vector<std::size_t> ends;  ///< of each line in `triples`

  [[nodiscard]] std::size_t size() const { return ends.size(); }
  /// The lines from `first` to before `last`.
  [[nodiscard]] std::string_view lines(std::size_t first, std::size_t last) const;
};

/// `batch` is valid during the call.
using batch_consumer = std::function<result<void>(const statement_batch& batch)>;

/// Passes the changes of one delta in byte order; each call passes the same ones.
using delta_source = std::function<result<void>(const delta_consumer& take)>;

/// What was cut.
struct batch_totals {
  std::uint64_t batches = 0;             ///< all of them, also those before `first`
  std::uint64_t removed = 0, added = 0;  ///< statements in them
  unsent_statements unsent;              ///< in no batch

  friend bool operator==(const batch_totals&, const batch_totals&) = default;
};

/// Cuts a delta into batches, all removed statements before all added ones, and passes those from number `first` on to `take`. The cut depends only on
/// the changes, the graph and the limits. Whoever plays the batches from any number on to the end, in this order and any number of times, gets the same
/// graph: statements are ground, and none is both removed and added. Removing comes first because some stores keep equal values once: where "01" becomes
/// "1", a store that knows only the value 1 must not remove it last.
/// `changes` is called twice. Memory: one batch. Errors: those of `changes` and `take`; `syntax_error` for a line that is not canonical.
[[nodiscard]] result<batch_totals> cut_delta(const delta_source& changes, std::string_view graph,
                                             const batch_limits& limits, std::uint64_t first,
                                             const batch_consumer& take);

/// The same for all statements of a clean document.
[[nodiscard]] result<batch_totals> cut_document(byte_source& document, std::string_view graph,
                                                const batch_limits& limits, std::uint64_t first,
                                                const batch_consumer& take);

/// SPARQL Update with the statements from `first` to before `last` of a batch: INSERT DATA or DELETE DATA in `graph`, an IRI.
/// Source: SPARQL 1.1 Update sections 3.1.1 and 3.1.2.
[[nodiscard]] std::string update_of(const statement_batch& batch, std::string_view graph, std::size_t first,
                                    std::size_t last);
[[nodiscard]] std::string update_of(const statement_batch& batch, std::string_view graph);

/// A clean document as N-Triples, without the statements that cannot be sent. `totals` counts while the source is read, and outlives it.
/// Errors: those of `document`; `syntax_error`. Memory: a line, and 256 KiB.
[[nodiscard]] byte_source_ptr make_sendable_source(byte_source_ptr document, std::string graph,
                                                   batch_totals& totals);

}  // namespace laundromat
