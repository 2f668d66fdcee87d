// Whether two datasets say the same, whatever their blank nodes are called.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/rdf/identity/canonicalize.hpp"
#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// Dataset isomorphism (RDF 1.1 Concepts section 4.1). Most datasets are told by the colours of their blank nodes, also with lists
/// of thousands of equal elements; canonical forms are compared only where alike nodes remain. Both datasets treat the case of
/// tags alike. Errors: `too_symmetric`.
[[nodiscard]] result<bool> are_isomorphic(const dataset& one, const dataset& other,
                                          const canonicalization_options& options = {});

}  // namespace laundromat
