// The number of nodes and their degrees: exact up to a limit, with a reported error beyond.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>

#include "core/rdf/metrics/degree_sketch.hpp"
#include "core/rdf/metrics/node_sample.hpp"
#include "core/rdf/metrics/statistics.hpp"

namespace laundromat {

/// Exact counts of nodes that need no memory in sorted lines, for `node_counts::summarise`.
struct exact_node_counts {
  std::uint64_t iri_objects = 0, blank_objects = 0, literals = 0, triple_terms = 0;  ///< occurrences
  std::uint64_t iri_subjects = 0, blank_subjects = 0;                                ///< different ones
};

/// Counts terms as objects and subjects, and names, which are neither. Everything is exact up to `exact_nodes` different terms, and the figures
/// of objects up to as many different objects. Beyond, the number of nodes and the medians are estimated from a sample, the greatest
/// degrees and the deviation by `degree_sketch`, each with its error.
/// The result depends only on what is added and in which order.
/// Memory: 32 bytes for each of `exact_nodes`; once there are more, 64 bytes more.
class node_counts {
 public:
  using kind = node_sample::kind;

  /// `exact_nodes` is a power of two, 64 or more.
  explicit node_counts(std::size_t exact_nodes) : exact_nodes_(exact_nodes), nodes_(exact_nodes) {}

  void add_object(std::uint64_t hash, kind of) { add(hash, of, 1, 0); }
  /// Call it once for each subject.
  void add_subject(std::uint64_t hash, kind of, std::uint64_t statements) { add(hash, of, 0, statements); }
  void add_name(std::uint64_t hash, kind of);

  /// Writes the results: objects, IRIs, blank nodes, literals, `degree`, `in_degree` and `sampled_nodes`. Called once, at the end, when
  /// `out` has its statements and `out_degree`.
  void summarise(const exact_node_counts& known, document_statistics& out);

 private:
  /// The additional state once there are more than `exact_nodes` nodes.
  struct beyond {
    beyond(node_sample objects_so_far, std::size_t cells)
        : objects(std::move(objects_so_far)), degrees(cells) {}
    void add(std::uint64_t key, std::uint64_t in, std::uint64_t out) {
      if (in != 0) objects.add(key, static_cast<kind>(key & 3U), in, 0);
      degrees.add(key, in, out);
    }
    node_sample objects;
    degree_sketch degrees;
  };

  void add(std::uint64_t hash, kind of, std::uint64_t in, std::uint64_t out) {
    if (!beyond_ && nodes_.is_nearly_full()) start_estimating();
    nodes_.add(hash, of, in, out);
    if (beyond_) beyond_->add(node_sample::key_of(hash, of), in, out);
  }
  void start_estimating();
  void summarise_objects(const exact_node_counts& known, const node_sample& objects,
                         document_statistics& out) const;
  void summarise_nodes(const exact_node_counts& known, document_statistics& out) const;

  std::size_t exact_nodes_;
  node_sample nodes_;
  std::unique_ptr<beyond> beyond_;
  std::uint64_t names_[4] = {};  ///< number of names by kind
};

}  // namespace laundromat
