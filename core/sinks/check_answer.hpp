// Compares a graph with the answer of a store, in whatever spelling and order the store writes it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/model/format.hpp"
#include "core/rdf/sort/run_store.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/sinks/store_comparison.hpp"

namespace laundromat {

struct answer_check_options {
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;  ///< for sorting
  comparison_limits limits = {};
  delta_consumer take = {};  ///< as of `store_comparison`
};

/// Washes and sorts `answer`, which has no named graphs and may be opened twice, and compares it with `graph`, a clean document that was sent as the graph `iri`.
/// Memory: `memory_bytes`, and that of `store_comparison`; `runs` keeps the rest. Errors: those of the ports; `syntax_error` when something in the answer
/// could not be read: then no comparison is sound.
[[nodiscard]] result<store_differences> check_answer(byte_source& graph, std::string_view iri,
                                                     const document_opener& answer, rdf_format format,
                                                     run_store& runs,
                                                     const answer_check_options& options = {});

}  // namespace laundromat
