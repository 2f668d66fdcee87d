// Whether two datasets say the same, whatever their blank nodes are called.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/rdf/identity/canonicalize.hpp"
#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// Dataset isomorphism (RDF 1.1 Concepts section 4.1), found by comparing canonical forms; datasets that already differ in what
/// each blank node is next to, or have no blank nodes, are told at once. Both datasets treat the case of tags alike.
/// Errors: `too_symmetric`.
[[nodiscard]] result<bool> are_isomorphic(const dataset& one, const dataset& other,
                                          const canonicalization_options& options = {});

}  // namespace laundromat
