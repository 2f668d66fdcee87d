// The manifests of the RDF suites: lists of tests in Turtle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat::conformance {

struct rdf_test {
  std::string name, kind;        ///< the fragment and the class of the test's IRI
  std::string action, expected;  ///< paths below the folder of the manifest
};

struct rdf_manifest {
  std::string base;  ///< prefix of the path of a test; empty when documents have no base
  std::vector<rdf_test> tests;
};

/// Reads `manifest.ttl` with the tested reader. Errors: `not_found`, `syntax_error`.
[[nodiscard]] result<rdf_manifest> read_manifest(const std::string& folder);

}  // namespace laundromat::conformance
