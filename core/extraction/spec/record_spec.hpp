// A specification: what the records of some documents are, and what becomes of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/extraction/model/data_format.hpp"
#include "core/extraction/spec/field_spec.hpp"
#include "core/extraction/spec/rdf_spec.hpp"

namespace laundromat {

/// How a table is written, as far as the specification says it.
struct table_spec {
  std::optional<char> delimiter, quote, escape, comment;
  std::optional<bool> skips_initial_space, has_header;
  bool keeps_empty = false;  ///< empty fields are empty texts; else they have no value
  std::vector<std::string> names;
  std::optional<std::size_t> skip_rows;

  friend bool operator==(const table_spec&, const table_spec&) = default;
};

/// A table in which values are looked up: in the specification itself, or the file of another table.
struct lookup_spec {
  std::map<std::string, std::string> values;
  std::string file;        ///< a CSV file with a header, seen from the specification; empty: `values` has all
  std::string key, value;  ///< its columns
  std::size_t line = 1;
};

/// Counts the records with a field, or with a certain value in it.
struct counter_spec {
  std::string name, field;
  std::optional<std::string> value;
  std::size_t line = 1;  ///< of the specification
};

/// A text of a specification with its line.
struct located_text {
  std::string text;
  std::size_t line = 1;
};

struct record_spec {
  std::string name;  ///< of the specification; empty: that of its file
  /// Which documents of a campaign it claims: URIs with `*` for any text, and media types.
  std::vector<std::string> uris, media_types;
  /// Where documents are that it claims: URIs, patterns of them, and files seen from the specification, with `*` in their names.
  std::vector<located_text> seeds;
  located_text
      rml;  ///< file of an RML mapping, which says instead what the records and their statements are; empty: none
  std::string rml_text;                       ///< of that file
  bool is_csvw = false;                       ///< metadata of CSV on the Web say it
  data_format format = data_format::unknown;  ///< unknown: by the document
  std::string encoding;                       ///< empty: by the document
  table_spec table;
  std::string records;  ///< where they are; empty: as `data_format_entry::records` says
  std::size_t records_line = 1, table_line = 1;
  std::vector<field_spec> fields;  ///< none: the natural ones
  bool keeps_others = false;       ///< fields that are not named stay as they are
  std::map<std::string, lookup_spec> lookups;
  std::string schema;  ///< file of a JSON Schema that records are compared with; empty: none
  std::size_t schema_line = 1;
  std::string schema_text;  ///< of that file
  std::optional<resource_spec> rdf;
  std::vector<counter_spec> counters;
};

}  // namespace laundromat
