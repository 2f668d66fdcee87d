// How many nodes there are, and of which degrees: exactly as long as they fit, with a stated error beyond.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>

#include "core/rdf/metrics/degree_sketch.hpp"
#include "core/rdf/metrics/node_sample.hpp"
#include "core/rdf/metrics/statistics.hpp"

namespace laundromat {

/// What the lines say of nodes without any memory, for `node_counts::summarise`.
struct known_of_nodes {
  std::uint64_t iri_objects = 0, blank_objects = 0, literals = 0;  ///< occurrences
  std::uint64_t iri_subjects = 0, blank_subjects = 0;              ///< different ones
};

/// Counts terms as objects and subjects, and names, which are neither. Everything is exact up to `exact_nodes` different terms, and what is
/// said of objects alone up to as many different objects. Beyond, how many there are and their medians come from a sample, the greatest
/// degrees and the deviation from `degree_sketch`, each with its error.
/// Depends on the order of what is added, and on nothing else.
/// Memory: 32 bytes for each of `exact_nodes`; once there are more, 64 bytes more.
class node_counts {
 public:
  using kind = node_sample::kind;

  /// `exact_nodes` is a power of two, 64 or more.
  explicit node_counts(std::size_t exact_nodes) : exact_nodes_(exact_nodes), nodes_(exact_nodes) {}

  void add_object(std::uint64_t hash, kind of) { add(hash, of, 1, 0); }
  /// Called once for each subject.
  void add_subject(std::uint64_t hash, kind of, std::uint64_t statements) { add(hash, of, 0, statements); }
  void add_name(std::uint64_t hash, kind of);

  /// Writes what it counted: objects, IRIs, blank nodes, literals, `degree`, `in_degree` and `sampled_nodes`. Called once, at the end, when
  /// `out` has its statements and `out_degree`.
  void summarise(const known_of_nodes& known, document_statistics& out);

 private:
  /// What is needed once there are more nodes than fit.
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
    if (!beyond_ && nodes_.is_nearly_full()) go_beyond();
    nodes_.add(hash, of, in, out);
    if (beyond_) beyond_->add(node_sample::key_of(hash, of), in, out);
  }
  void go_beyond();
  void summarise_objects(const known_of_nodes& known, const node_sample& objects,
                         document_statistics& out) const;
  void summarise_nodes(const known_of_nodes& known, document_statistics& out) const;

  std::size_t exact_nodes_;
  node_sample nodes_;
  std::unique_ptr<beyond> beyond_;
  std::uint64_t names_[4] = {};  ///< how many were added of each kind
};

}  // namespace laundromat
