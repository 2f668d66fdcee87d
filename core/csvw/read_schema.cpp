// Descriptions of schemas, columns and keys. Source: Metadata Vocabulary for Tabular Data, sections 5.5 and 5.6.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/csvw/column_name.hpp"
#include "core/csvw/metadata_reading.hpp"

namespace laundromat::csvw {

namespace {

column read_column(const reading& in, const json_value& object, std::string_view path, std::size_t place) {
  column made;
  for (const auto& [name, member] : object.items()) {
    const auto where = below(path, name);
    if (read_inherited(in, name, member, where, made.rules)) continue;
    if (name == "@id")
      static_cast<void>(read_id(in, member, where));
    else if (name == "@type")
      check_type(in, member, "Column", where);
    else if (name == "name") {
      const auto text = read_text(in, member, where);
      if (text && is_column_name(*text)) {
        made.name = *text;
        made.has_name = true;
      } else if (text) {
        in.warn(where,
                "this name is ignored: write letters of ASCII, digits, _ and . only, and no _ at the begin");
      }
    } else if (name == "titles")
      made.titles = read_titles(in, member, where);
    else if (name == "virtual")
      made.is_virtual = read_boolean(in, member, where).value_or(false);
    else if (name == "suppressOutput")
      made.is_suppressed = read_boolean(in, member, where).value_or(false);
    else
      read_other(in, name, member, path, &made.annotations);
  }
  if (!made.has_name) made.name = name_of_column(made.titles, in.language, place);
  return made;
}

/// An array of columns is never without value, and one of wrong things has none.
std::vector<column> read_columns(const reading& in, const json_value& value, std::string_view path) {
  std::vector<column> columns;
  if (!value.is_array()) {
    in.warn(path, "the columns are ignored: write a list of objects in [ ]");
    return columns;
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto where = below(path, i);
    if (!value[i].is_object()) {
      in.warn(where, "this column is ignored, because it is no object");
      continue;
    }
    auto made = read_column(in, value[i], where, columns.size() + 1);
    if (made.has_name && !names.insert(made.name).second)
      in.fail(below(where, "name"), "two columns have the name " + made.name + ": give each its own");
    if (!made.is_virtual && !columns.empty() && columns.back().is_virtual)
      in.fail(where,
              "a column that is in the text comes behind a virtual one: move the virtual columns to the end");
    columns.push_back(std::move(made));
  }
  return columns;
}

bool has_column(const schema& in_schema, std::string_view name) {
  return in_schema.columns && std::ranges::any_of(*in_schema.columns, [&](const column& one) {
           return one.has_name && one.name == name;
         });
}

/// A column reference property; empty when a column is not there.
std::vector<std::string> read_references(const reading& in, const json_value& value, std::string_view path,
                                         const schema& of) {
  auto names = read_texts(in, value, path);
  for (const auto& name : names)
    if (!has_column(of, name)) {
      in.warn(path, "this reference is ignored, because no column has the name " + name);
      return {};
    }
  return names;
}

std::vector<std::string> read_key_columns(const reading& in, const json_value& object,
                                          std::string_view path) {
  if (!object.contains("columnReference")) {
    in.fail(path, "columnReference is missing: write the name of a column, or a list of names");
    return {};
  }
  return read_texts(in, object["columnReference"], below(path, "columnReference"));
}

std::optional<foreign_key> read_foreign_key(const reading& in, const json_value& object,
                                            std::string_view path, const schema& of) {
  foreign_key made;
  for (const auto& [name, member] : object.items())
    if (name != "columnReference" && name != "reference")
      in.fail(below(path, name),
              "a foreign key has columnReference and reference only: leave this property out");
  made.columns = read_key_columns(in, object, path);
  for (const auto& name : made.columns)
    if (!has_column(of, name))
      in.fail(below(path, "columnReference"),
              "no column has the name " + name + ": write a name that is in columns");
  const auto where = below(path, "reference");
  if (!object.contains("reference") || !object["reference"].is_object()) {
    in.fail(where, "the reference has to be an object with resource or schemaReference, and columnReference");
    return std::nullopt;
  }
  const auto& reference = object["reference"];
  for (const auto& [name, member] : reference.items())
    if (name == "resource" || name == "schemaReference") {
      const auto text = read_text(in, member, below(where, name));
      if (text) (name == "resource" ? made.table_url : made.schema_id) = in.resolved(*text);
    } else if (name != "columnReference") {
      in.fail(
          below(where, name),
          "a reference has resource or schemaReference, and columnReference only: leave this property out");
    }
  made.referenced_columns = read_key_columns(in, reference, where);
  if (made.table_url.empty() == made.schema_id.empty())
    in.fail(where, "a reference needs either resource, the URL of a table, or schemaReference");
  if (made.columns.size() != made.referenced_columns.size())
    in.fail(path, "a foreign key needs as many columns as it refers to");
  return made;
}

void read_foreign_keys(const reading& in, const json_value& value, std::string_view path, schema& out) {
  if (!value.is_array()) return in.warn(path, "the foreign keys are ignored: write a list of objects in [ ]");
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_object()) {
      in.warn(below(path, i), "this foreign key is ignored, because it is no object");
      continue;
    }
    if (auto made = read_foreign_key(in, value[i], below(path, i), out))
      out.foreign_keys.push_back(std::move(*made));
  }
}

}  // namespace

schema read_schema(const reading& outer, const json_value& value, std::string_view outer_path) {
  schema made;
  reading in = outer;
  std::string path(outer_path);
  json_value loaded;
  if (value.is_string()) {
    auto object = load_object(outer, value, outer_path, in);
    if (!object) return made;
    loaded = std::move(*object);
    path.clear();
    made.id = in.url;
  } else if (!value.is_object()) {
    outer.warn(outer_path, "the schema is ignored: write an object, or the URL of one");
    made.columns.emplace();
    return made;
  }
  const auto& object = value.is_string() ? loaded : value;
  if (object.contains("columns")) made.columns = read_columns(in, object["columns"], below(path, "columns"));
  for (const auto& [name, member] : object.items()) {
    const auto where = below(path, name);
    if (name == "columns" || (name == "@context" && value.is_string()) ||
        read_inherited(in, name, member, where, made.rules))
      continue;
    if (name == "@id")
      made.id = read_id(in, member, where);
    else if (name == "@type")
      check_type(in, member, "Schema", where);
    else if (name == "primaryKey")
      made.primary_key = read_references(in, member, where, made);
    else if (name == "rowTitles")
      made.row_titles = read_references(in, member, where, made);
    else if (name == "foreignKeys")
      read_foreign_keys(in, member, where, made);
    else
      read_other(in, name, member, path, &made.annotations);
  }
  return made;
}

}  // namespace laundromat::csvw
