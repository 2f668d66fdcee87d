// Comparing cheap things first: sizes, then the hashes of single blank nodes, then canonical forms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/isomorphism.hpp"

#include <algorithm>

#include "core/rdf/identity/blank_nodes.hpp"

namespace laundromat {

namespace {

std::vector<std::string> sorted_hashes(const dataset& data, hash_algorithm algorithm) {
  const blank_nodes blanks{data, algorithm};
  std::vector<std::string> hashes;
  for (blank_nodes::node n = 0; n < blanks.count(); ++n) hashes.push_back(blanks.first_degree_hash(n));
  std::ranges::sort(hashes);
  return hashes;
}

}  // namespace

result<bool> are_isomorphic(const dataset& one, const dataset& other,
                            const canonicalization_options& options) {
  if (one.quads().size() != other.quads().size()) return false;
  if (sorted_hashes(one, options.algorithm) != sorted_hashes(other, options.algorithm)) return false;
  const auto first = canonicalize(one, options);
  if (!first) return tl::unexpected(first.error());
  const auto second = canonicalize(other, options);
  if (!second) return tl::unexpected(second.error());
  return first->n_quads == second->n_quads;
}

}  // namespace laundromat
