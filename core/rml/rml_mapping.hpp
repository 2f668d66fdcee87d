// What an RML mapping says: checked, and ready to make statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/extraction/csv/guess_dialect.hpp"
#include "core/extraction/json/json_path.hpp"
#include "core/mapping/made_terms.hpp"

namespace laundromat {

/// How references are written, and so the format of the document.
enum class reference_formulation : std::uint8_t { csv, json_path, xpath };

/// The records of one document. Triples maps that say the same of their sources share one.
struct logical_source {
  std::string path;  ///< of the document, as the mapping writes it, with its root if that is a text
  reference_formulation formulation = reference_formulation::csv;
  std::string iterator;                                       ///< JSONPath or XPath; empty for CSV
  std::vector<std::string> references;                        ///< each once; term maps have their numbers
  json_path records;                                          ///< of JSON: the iterator
  std::vector<json_path> paths;                               ///< of JSON: one for each reference
  std::vector<std::pair<std::string, std::string>> prefixes;  ///< of XPath, with their namespaces
  std::vector<std::string> nulls;                             ///< texts that mean that there is no value
  known_dialect dialect;                                      ///< of CSV
  std::size_t skip_rows = 0;                                  ///< of CSV, before the header or the first row
  bool has_header = true;  ///< of CSV; without one the columns are `_col.1`, `_col.2` and so on
};

/// A piece of a template: text, and then the value of a reference.
struct rml_part {
  std::string text;
  std::optional<std::uint32_t> reference;  ///< its number in the source
};

/// Unsafe ones take values as they are; a URI has only characters of ASCII.
enum class rml_term_type : std::uint8_t { iri, uri, unsafe_iri, unsafe_uri, blank, literal };

/// How a term is made of a record.
struct term_map {
  enum class kind : std::uint8_t {
    constant,
    reference,      ///< one part, whose value is taken as it is
    text_template,  ///< values are encoded as the type of the term asks for
    fresh,          ///< a new blank node for each record
  };
  kind is = kind::constant;
  rml_term_type type = rml_term_type::iri;
  made_term constant;  ///< `none`: the default graph
  std::vector<rml_part> parts;
  std::vector<term_map> datatype, language;  ///< of a literal: one at most
};

struct join_condition {
  term_map child, parent;
};

/// The subjects of another triples map.
struct parent_reference {
  std::size_t parent = 0;             ///< number of the triples map
  std::vector<join_condition> joins;  ///< all hold; none: the subjects of the same record
};

struct predicate_object_map {
  std::vector<term_map> predicates, objects, graphs;
  std::vector<parent_reference> parents;
};

struct triples_map {
  std::string name;      ///< of its node, for messages
  std::string base_iri;  ///< empty: that of the options
  std::size_t source = 0;
  term_map subject;
  std::vector<made_term> classes;
  std::vector<term_map> graphs;
  std::vector<predicate_object_map> properties;
};

struct rml_mapping {
  std::vector<logical_source> sources;
  std::vector<triples_map> maps;

  /// Of the documents, each once, in the order of their first use.
  [[nodiscard]] std::vector<std::string> paths() const;
};

}  // namespace laundromat
