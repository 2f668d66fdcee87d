// The receipt of an import: what a provider and everybody else can read of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/providers/graph_import.hpp"

namespace laundromat {

/// The IRI of a receipt: `receipts/` and the number of the import behind the IRI of the graph.
[[nodiscard]] std::string receipt_iri(const stored_provider& provider, const graph_import& import);
/// One JSON object.
[[nodiscard]] std::string receipt_json(const stored_provider& provider, const graph_import& import);
/// The same as N-Triples: a `prov:Activity` that used the dumps and generated a version of the graph. `document_base`: prefix of the IRIs of clean documents.
[[nodiscard]] std::string receipt_triples(const stored_provider& provider, const graph_import& import,
                                          const std::string& document_base);

}  // namespace laundromat
