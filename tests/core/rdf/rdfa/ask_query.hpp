// The SPARQL of the RDFa suite: ASK over a basic graph pattern, OPTIONAL, and simple filters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace laundromat::testing {

/// A statement as three terms in canonical N-Triples.
using triple = std::vector<std::string>;

/// Answers `query` over `graph`. Throws std::runtime_error for what it does not know.
bool ask(std::string_view query, const std::vector<triple>& graph);

}  // namespace laundromat::testing
