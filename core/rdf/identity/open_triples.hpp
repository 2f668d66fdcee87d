// Triple terms that mention blank nodes, as blank nodes with statements about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// A dataset without triple terms that mention blank nodes: each of them is a blank node, about which three quads in the default graph
/// say its subject, predicate and object. Two datasets are isomorphic exactly when these are. Predicates and labels of these quads are spelled as no
/// IRI and no label of a document is. Source: the basic encoding of RDF 1.2 Interoperability, with one node a term for the whole dataset.
[[nodiscard]] dataset with_open_triples_as_nodes(const dataset& data);

/// Whether the spelling of a blank node is that of a triple term in such a dataset.
[[nodiscard]] bool is_triple_node(std::string_view spelled);

}  // namespace laundromat
