// The blank nodes of a dataset during canonicalisation: their occurrences, hashes and canonical names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/rdf/identity/canonicalize.hpp"
#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

/// The canonicalisation state (RDFC-1.0 section 4.2). Blank nodes are numbered from 0 in the order of their terms.
class blank_nodes {
 public:
  using node = std::uint32_t;
  static constexpr node no_node = ~node{0};
  static constexpr std::uint32_t unnamed = ~std::uint32_t{0};

  blank_nodes(const dataset& data, hash_algorithm algorithm);

  [[nodiscard]] const dataset& data() const { return data_; }
  [[nodiscard]] node count() const { return static_cast<node>(terms_.size()); }
  [[nodiscard]] node node_of(dataset::term_id term) const { return nodes_[term]; }
  [[nodiscard]] dataset::term_id term_of(node n) const { return terms_[n]; }
  /// The quads with a node, each once.
  [[nodiscard]] std::span<const std::uint32_t> quads_of(node n) const {
    return std::span(mentions_).subspan(starts_[n], starts_[n + 1] - starts_[n]);
  }
  /// In hexadecimal; computed once (RDFC-1.0 section 4.6).
  [[nodiscard]] const std::string& first_degree_hash(node n) const { return hashes_[n]; }
  /// In hexadecimal, by the chosen algorithm.
  [[nodiscard]] std::string hash(std::string_view text) const;

  /// Issues the next canonical name unless the node has one (RDFC-1.0 section 4.5).
  void issue(node n);
  [[nodiscard]] bool is_named(node n) const { return names_[n] != unnamed; }
  [[nodiscard]] std::uint32_t name(node n) const { return names_[n]; }
  [[nodiscard]] const std::vector<node>& issued() const { return issued_; }

 private:
  void index_quads();
  [[nodiscard]] std::string hash_first_degree(node n) const;

  const dataset& data_;
  hash_algorithm algorithm_;
  std::vector<node> nodes_;                       ///< by term; `no_node` for other terms
  std::vector<dataset::term_id> terms_;           ///< by node
  std::vector<std::uint32_t> starts_, mentions_;  ///< quads of node n: from `starts_[n]` to `starts_[n + 1]`
  std::vector<std::string> hashes_;
  std::vector<std::uint32_t> names_;
  std::vector<node> issued_;
};

}  // namespace laundromat
