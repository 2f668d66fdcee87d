// What is counted of a clean document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/rdf/metrics/length_counts.hpp"
#include "core/rdf/metrics/node_sample.hpp"

namespace laundromat {

/// A term and how often it occurs.
struct term_count {
  std::string term;
  std::uint64_t count = 0;
};
struct property_count : term_count {
  std::uint64_t subjects = 0;  ///< different ones that have the property
};
struct datatype_count : term_count {
  std::uint64_t ill_typed = 0, non_canonical = 0;
};

/// The most frequent terms of a kind by falling count, equal ones in byte order.
template <class Count>
struct term_list {
  counted different;  ///< of all
  std::vector<Count> listed;
  std::uint64_t unlisted = 0;  ///< occurrences of those that are not listed
};

/// Of the literals that are objects. Each is counted as often as it occurs.
struct literal_quality {
  std::uint64_t checked = 0;           ///< with a datatype whose values are known
  std::uint64_t ill_typed = 0;         ///< of those, the ones outside its lexical space
  std::uint64_t non_canonical = 0;     ///< of those, values that are written otherwise than canonically
  std::uint64_t unknown_datatype = 0;  ///< with a datatype that is neither of XML Schema nor of RDF
  std::uint64_t ill_formed_tags = 0;   ///< with a language tag that BCP 47 does not allow
};

/// A statement is a line: the same triple in two graphs is two statements. Skolem IRIs of the laundromat are blank nodes here and no
/// IRIs. Lengths are in characters, without delimiters, once for each occurrence. `degree`, `in_degree` and `out_degree` count the
/// statements of a node: of subjects and objects, of objects, of subjects; literals are nodes.
struct document_statistics {
  std::uint64_t statements = 0;
  std::uint64_t quads = 0;    ///< statements in a named graph
  std::uint64_t triples = 0;  ///< those in none

  counted subjects, iri_subjects, blank_subjects;  ///< different ones; always exact
  /// Different ones, and `literals` below: exact up to `statistics_limits::exact_nodes` of them.
  counted objects, different_iri_objects, different_blank_objects;
  counted iris;         ///< different ones: subjects, predicates, objects and graphs
  counted blank_nodes;  ///< different ones
  counted literals;     ///< different ones

  std::uint64_t typed_subjects = 0;   ///< that have an rdf:type
  std::uint64_t defined_classes = 0;  ///< subjects that are an rdfs:Class or owl:Class
  std::uint64_t defined_properties =
      0;  ///< subjects that are an rdf:Property, or of a class of properties of OWL

  /// The last is always exact, the second for few different objects, the first for few nodes; beyond, `errors` says what is not.
  distribution degree, in_degree, out_degree;
  /// The share of all nodes, chosen by hash, that the median of `degree` was taken from; 1: all, and everything is exact.
  double sampled_nodes = 1;

  /// `iri_length` is of the other three together; names of graphs have none.
  distribution iri_length, subject_iri_length, predicate_iri_length, object_iri_length, literal_length;

  term_list<property_count> properties;
  /// IRIs that are objects of rdf:type; the count is of different instances. A literal or a blank node there is no class.
  term_list<term_count> classes;
  term_list<datatype_count>
      datatypes;  ///< with xsd:string and rdf:langString, which canonical lines do not write
  term_list<term_count> languages;
  term_list<term_count>
      namespaces;  ///< of subjects, predicates, objects and datatypes: up to the last `#` or `/`
  term_list<term_count> graphs;
  literal_quality quality;
};

}  // namespace laundromat
