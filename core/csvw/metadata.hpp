// Metadata of tables as plain structs: groups, tables, schemas, columns, dialects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/csvw/datatypes.hpp"

namespace laundromat::csvw {

/// One text of a natural language property.
struct tagged_text {
  std::string text;
  std::string language;  ///< empty: not known, `und`

  friend bool operator==(const tagged_text&, const tagged_text&) = default;
};

enum class common_kind : std::uint8_t { iri, literal, node };

struct common_property;
/// A value of a common property: an IRI, a literal, or a node with properties of its own.
struct common_value {
  common_kind kind = common_kind::literal;
  std::string value;               ///< IRI, lexical form, or the IRI of a node; empty for a blank node
  std::string datatype, language;  ///< of a literal; both are empty for xsd:string
  std::vector<std::string> types;  ///< of a node
  std::vector<common_property> properties;
};
/// A property that is not of the vocabulary of metadata; it becomes a statement (Metadata Vocabulary, section 5.8).
struct common_property {
  std::string iri;
  std::vector<common_value> values;
};

/// Properties that columns have from their schema, table and group (section 5.7). Without value: not stated.
struct inherited_properties {
  std::optional<std::string> about_url, property_url, value_url;  ///< URI templates
  std::optional<std::string> language, text_direction, default_value;
  std::optional<std::vector<std::string>> nulls;
  std::optional<std::optional<std::string>> separator;  ///< `null` is a value: no separator
  std::optional<bool> is_ordered, is_required;
  std::optional<datatype_description> type;

  /// Fills what is not stated from `parent`.
  void inherit(const inherited_properties& parent);
};

/// How the text of a table is written (section 5.9).
enum class trimming : std::uint8_t { none, both, start, end };
struct dialect {
  /// Empty: there are no comments. A dialect that metadata describe has `#` unless it says otherwise.
  std::string comment_prefix;
  std::string delimiter = ",";
  bool has_delimiter = false, has_header = false;  ///< the delimiter and the rows of the header are stated
  std::string quote = "\"";                        ///< empty: quotes are text
  bool doubles_quote = true;       ///< a quote in a quoted cell is written twice; else behind a backslash
  std::string encoding = "utf-8";  ///< in which the text is stored; who opens it decodes it
  std::uint64_t header_rows = 1, header_columns = 0;
  std::vector<std::string> line_ends{"\r\n", "\n"};
  bool skips_blank_rows = false, skips_initial_space = false;
  std::uint64_t skipped_rows = 0, skipped_columns = 0;
  trimming trim = trimming::both;

  friend bool operator==(const dialect&, const dialect&) = default;
};

/// The description of a column (section 5.6).
struct column {
  std::string name;       ///< stated, or made of a title, or `_col.3` by the place of the column
  bool has_name = false;  ///< it is stated
  std::vector<tagged_text> titles;
  bool is_virtual = false, is_suppressed = false;
  inherited_properties rules;
  std::vector<common_property> annotations;
};

/// Columns whose cells are those of another table's row (section 5.5.2.1).
struct foreign_key {
  std::vector<std::string> columns;
  std::string table_url, schema_id;  ///< one of them is empty
  std::vector<std::string> referenced_columns;
};

struct schema {
  std::string id;
  /// Without value: not stated, so that the header of the table gives them.
  std::optional<std::vector<column>> columns;
  std::vector<std::string> primary_key, row_titles;
  std::vector<foreign_key> foreign_keys;
  inherited_properties rules;
  std::vector<common_property> annotations;
};

/// A way to transform a table, which is kept only as a description (section 5.10).
struct transformation {
  std::string url, target_format, script_format, source;
  std::vector<tagged_text> titles;
};

struct table {
  std::string id, url;         ///< the id is often empty
  bool is_suppressed = false;  ///< `suppressOutput`
  schema table_schema;
  std::optional<dialect> table_dialect;
  inherited_properties rules;
  std::vector<transformation> transformations;
  std::vector<common_property> annotations;
  std::vector<common_value> notes;
  std::string table_direction = "auto";
};

struct table_group {
  std::string id;
  std::vector<table> tables;
  std::vector<common_property> annotations;
  std::vector<common_value> notes;
  std::string metadata_url;  ///< empty: there was no metadata
};

}  // namespace laundromat::csvw
