// How records become statements: the subject, its classes, and its properties.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// A piece of a template: text, and then the value of a field.
struct template_part {
  std::string text;
  std::string field;  ///< its path; empty: there is none
  bool is_encoded =
      true;  ///< in an IRI: characters that are not unreserved (RFC 3987) are written as percent codes
};

enum class term_form : std::uint8_t { literal, iri, blank };

/// A term that is made of a record. A template whose field has no value makes none; one whose field is a list makes one for each item.
struct term_spec {
  term_form form = term_form::literal;
  /// Of an IRI, a label, or a lexical form; none: a new blank node for each record.
  std::vector<template_part> parts = {};
  /// The literal is the value of the one field, with the datatype of its kind: xsd:boolean, xsd:integer, xsd:decimal, xsd:double; a number has `datatype`, if there is one.
  bool is_natural = false;
  std::string datatype = {};                 ///< IRI; empty: xsd:string, or as `is_natural` says
  std::vector<template_part> language = {};  ///< of the literal; none: it has none
  std::size_t line = 1;                      ///< of the specification
};

struct resource_spec;

/// The values of some properties: a term, or the resources that are made of what is in a field.
struct property_spec {
  std::vector<term_spec> predicates;
  std::vector<term_spec> objects;
  std::vector<resource_spec> resources;
};

/// What is said about one resource.
struct resource_spec {
  std::string each;  ///< path of a map, or of a list of them, within the record; empty: the record itself
  std::size_t each_line = 1;  ///< of the specification
  term_spec subject{.form = term_form::blank};
  std::vector<term_spec> classes;
  std::vector<term_spec> graphs;  ///< none: the default graph
  std::vector<property_spec> properties;
  /// Fields that no property uses are properties of this vocabulary, a namespace IRI: `vocabulary` and the name of the field. Empty: they are
  /// not in RDF.
  std::string vocabulary;
  /// Namespace IRIs by name, those that the specification declares or uses; of the outermost resource only.
  std::map<std::string, std::string> prefixes;
};

/// Cuts a template at `{field}` and `{+field}` (RFC 6570); `\{` is a brace. `offset` is set to the place of a brace that is wrong.
/// Returns false when one is.
[[nodiscard]] bool read_template(std::string_view text, std::vector<template_part>& parts,
                                 std::size_t& offset);

}  // namespace laundromat
