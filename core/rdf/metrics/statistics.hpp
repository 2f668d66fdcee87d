// The statistics of a clean document.
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
  std::uint64_t subjects = 0;  ///< different subjects with the property
};
struct datatype_count : term_count {
  std::uint64_t ill_typed = 0, non_canonical = 0;
};

/// The most frequent terms of a kind in order of decreasing count, equal counts in byte order.
template <class Count>
struct term_list {
  counted different;  ///< of all
  std::vector<Count> listed;
  std::uint64_t unlisted = 0;  ///< occurrences of terms that are not listed
};

/// The quality of literals in object position. Each is counted as often as it occurs.
struct literal_quality {
  std::uint64_t checked = 0;           ///< with a datatype whose values are checked
  std::uint64_t ill_typed = 0;         ///< of those, the ones outside its lexical space
  std::uint64_t non_canonical = 0;     ///< of those, values not written in canonical form
  std::uint64_t unknown_datatype = 0;  ///< with a datatype that is neither of XML Schema nor of RDF
  std::uint64_t ill_formed_tags = 0;   ///< with a language tag that BCP 47 does not allow
};

/// A statement is a line: the same triple in two graphs is two statements. Skolem IRIs of the laundromat count as blank nodes, not as
/// IRIs. Lengths are in characters, without delimiters, once for each occurrence. `degree`, `in_degree` and `out_degree` count the
/// statements with a node as subject or object, as object, as subject; literals are nodes.
struct document_statistics {
  std::uint64_t statements = 0;
  std::uint64_t quads = 0;    ///< statements in a named graph
  std::uint64_t triples = 0;  ///< statements in the default graph

  counted subjects, iri_subjects, blank_subjects;  ///< different ones; always exact
  /// Different ones, as `literals` below: exact up to `statistics_limits::exact_nodes`.
  counted objects, different_iri_objects, different_blank_objects;
  counted iris;          ///< different ones: subjects, predicates, objects and graphs
  counted blank_nodes;   ///< different ones
  counted literals;      ///< different ones
  counted triple_terms;  ///< different ones; what they contain is not counted
  std::uint64_t triple_term_occurrences = 0;
  std::uint64_t directed_literals = 0;  ///< with a base direction

  std::uint64_t typed_subjects = 0;   ///< subjects with an rdf:type
  std::uint64_t defined_classes = 0;  ///< subjects that are an rdfs:Class or owl:Class
  /// Subjects that are an rdf:Property, or of a class of properties of OWL.
  std::uint64_t defined_properties = 0;

  /// `out_degree` is always exact, `in_degree` for few different objects, `degree` for few nodes; beyond, `errors` has the errors.
  distribution degree, in_degree, out_degree;
  /// The share of nodes, chosen by hash, from which the median of `degree` was computed; 1: all nodes, and everything is exact.
  double sampled_nodes = 1;

  /// `iri_length` is that of the other three together; graph names have none.
  distribution iri_length, subject_iri_length, predicate_iri_length, object_iri_length, literal_length;

  term_list<property_count> properties;
  /// IRIs that are objects of rdf:type; the count is of different instances. Literals and blank nodes there are not counted as classes.
  term_list<term_count> classes;
  /// With xsd:string, rdf:langString and rdf:dirLangString, which canonical lines leave out.
  term_list<datatype_count> datatypes;
  term_list<term_count> languages;  ///< without base directions
  /// Of subjects, predicates, objects and datatypes: up to the last `#` or `/`
  term_list<term_count> namespaces;
  term_list<term_count> graphs;
  literal_quality quality;
};

}  // namespace laundromat
