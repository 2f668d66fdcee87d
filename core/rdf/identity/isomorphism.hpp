// Whether two datasets are equal up to the names of blank nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/rdf/identity/canonicalize.hpp"
#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// Dataset isomorphism (RDF 1.1 Concepts section 4.1). Most datasets are decided by the colours of their blank nodes, also with lists
/// of thousands of equal elements; canonical forms are compared only where nodes of the same colour remain. Both datasets must treat the
/// case of language tags the same way. Errors: `too_symmetric`.
[[nodiscard]] result<bool> are_isomorphic(const dataset& one, const dataset& other,
                                          const canonicalization_options& options = {});

}  // namespace laundromat
