// Statements of all combinations of terms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/result.hpp"
#include "core/mapping/made_terms.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Passes on a statement for each combination of a subject, a predicate, an object and a graph; without `graphs`, in the default graph, which a
/// graph of the kind `none` is, too. Errors: those of the sink.
[[nodiscard]] result<void> emit_statements(statement_sink& sink, const std::vector<made_term>& subjects,
                                           const std::vector<made_term>& predicates,
                                           const std::vector<made_term>& objects,
                                           const std::vector<made_term>& graphs);

}  // namespace laundromat
