// RDFC-1.0: names for blank nodes that depend only on the dataset, not on the labels of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

enum class hash_algorithm : std::uint8_t { sha256, sha384 };

struct canonicalization_options {
  hash_algorithm algorithm = hash_algorithm::sha256;
  /// The maximum number of visits to blank nodes, in all searches together: the limit of time (about 6 microseconds a visit) and
  /// of memory (less than 1 KiB a visit). The work grows with the factorial of the number of similar neighbours, so that without a limit some
  /// small datasets would practically never finish. The test suite of the W3C needs 10,000 at most.
  std::uint64_t visits = std::uint64_t{1} << 17;
};

struct canonical_dataset {
  /// Canonical lines in the order of code points, blank nodes named `_:c14n0` and so on.
  std::string n_quads;
  /// Label in the document and canonical label, both without `_:`, in the order in which they were issued.
  std::vector<std::pair<std::string, std::string>> issued;
};

/// The canonical form of a dataset and its map of issued identifiers. Two datasets have the same form exactly when they are
/// isomorphic. Blank nodes as predicates, which the standard does not have, are treated as those in other positions. Nor has it triple terms:
/// those that mention blank nodes are blank nodes while names are issued (`with_open_triples_as_nodes`), and the names that these get are left
/// out.
/// Errors: `too_symmetric` when `options.visits` are used up.
/// Source: RDF Dataset Canonicalization (W3C Recommendation of 2024) sections 4.4-4.8 and 5. To get the same result as other
/// implementations, use a dataset that preserves the case of language tags.
[[nodiscard]] result<canonical_dataset> canonicalize(const dataset& data,
                                                     const canonicalization_options& options = {});

}  // namespace laundromat
