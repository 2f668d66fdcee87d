// Implements the vocabulary of RML.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_vocabulary.hpp"

#include <array>
#include <utility>

namespace laundromat::rml {

namespace {

constexpr std::array<std::string_view, 4> namespaces = {namespace_iri, "http://www.w3.org/ns/r2rml#",
                                                        "http://semweb.mmlab.be/ns/rml#",
                                                        "http://semweb.mmlab.be/ns/ql#"};

constexpr std::array<std::string_view, 37> properties = {"baseIRI",
                                                         "child",
                                                         "childMap",
                                                         "class",
                                                         "constant",
                                                         "datatype",
                                                         "datatypeMap",
                                                         "encoding",
                                                         "graph",
                                                         "graphMap",
                                                         "iterator",
                                                         "joinCondition",
                                                         "language",
                                                         "languageMap",
                                                         "logicalSource",
                                                         "namespace",
                                                         "namespacePrefix",
                                                         "namespaceURL",
                                                         "null",
                                                         "object",
                                                         "objectMap",
                                                         "parent",
                                                         "parentMap",
                                                         "parentTriplesMap",
                                                         "path",
                                                         "predicate",
                                                         "predicateMap",
                                                         "predicateObjectMap",
                                                         "reference",
                                                         "referenceFormulation",
                                                         "root",
                                                         "source",
                                                         "subject",
                                                         "subjectMap",
                                                         "template",
                                                         "termType",
                                                         "compression"};

constexpr std::pair<std::string_view, std::string_view> unsupported[] = {
    {"logicalTarget", "all statements have one output: leave it out"},
    {"logicalTable", "databases are not read: write a logicalSource, with a CSV document"},
    {"tableName", "databases are not read: write a source, with a CSV document"},
    {"sqlQuery", "databases are not read: write a source, with a CSV document"},
    {"query", "databases are not read: write a source, with a CSV document"},
    {"gather", "containers and lists are not part of RML-Core: write an objectMap"},
    {"gatherAs", "containers and lists are not part of RML-Core: write an objectMap"},
    {"functionExecution", "functions are not part of RML-Core: write a reference or a template"},
    {"functionValue", "functions are not part of RML-Core: write a reference or a template"},
    {"inverseExpression", "it is for databases: leave it out"},
    {"subjectMapQuoted", "quoted triples are not part of RML-Core: write a template"},
    {"quotedTriplesMap", "quoted triples are not part of RML-Core: write a template"},
    {"viewOn", "logical views are not part of RML-Core: write a logicalSource"},
};

}  // namespace

std::string_view word(std::string_view iri) {
  for (const auto space : namespaces)
    if (iri.starts_with(space)) {
      const auto name = iri.substr(space.size());
      if (name == "column") return "reference";
      if (name == "languageTag") return "language";
      return name;
    }
  return {};
}

std::span<const std::string_view> known_properties() {
  return properties;
}

std::span<const std::string_view> single_properties() {
  static constexpr std::array<std::string_view, 11> single = {"baseIRI",
                                                              "compression",
                                                              "encoding",
                                                              "iterator",
                                                              "namespacePrefix",
                                                              "namespaceURL",
                                                              "parentTriplesMap",
                                                              "path",
                                                              "referenceFormulation",
                                                              "root",
                                                              "source"};
  return single;
}

std::string_view instead_of(std::string_view property) {
  for (const auto& [name, instead] : unsupported)
    if (name == property) return instead;
  return {};
}

}  // namespace laundromat::rml
