// Reads a metadata document: its context, tables and groups. Source: Metadata Vocabulary for Tabular Data, sections 5.2 to 5.4.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/read_metadata.hpp"

#include <algorithm>
#include <utility>

#include "core/csvw/context.hpp"
#include "core/csvw/metadata_reading.hpp"

namespace laundromat::csvw {

namespace {

/// What a group states for its tables, and a table for itself.
struct table_defaults {
  inherited_properties rules;
  std::optional<dialect> table_dialect;
  std::optional<schema> table_schema;
  std::optional<std::string> direction;
  std::vector<transformation> transformations;
};

std::optional<transformation> read_transformation(const reading& in, const json_value& object,
                                                  std::string_view path) {
  transformation made;
  for (const auto& [name, member] : object.items()) {
    const auto where = below(path, name);
    if (name == "@id")
      static_cast<void>(read_id(in, member, where));
    else if (name == "@type")
      check_type(in, member, "Template", where);
    else if (name == "url")
      made.url = in.resolved(read_text(in, member, where).value_or(""));
    else if (name == "targetFormat")
      made.target_format = in.resolved(read_text(in, member, where).value_or(""));
    else if (name == "scriptFormat")
      made.script_format = in.resolved(read_text(in, member, where).value_or(""));
    else if (name == "source")
      made.source = member.is_null() ? std::string{} : read_text(in, member, where).value_or("");
    else if (name == "titles")
      made.titles = read_titles(in, member, where);
    else {
      std::vector<common_property> ignored;
      read_other(in, name, member, path, &ignored);
    }
  }
  for (const auto* const name : {"url", "targetFormat", "scriptFormat"})
    if (!object.contains(name)) {
      in.fail(path,
              std::string(name) + " is missing: a transformation needs url, targetFormat and scriptFormat");
      return std::nullopt;
    }
  return made;
}

void read_transformations(const reading& in, const json_value& value, std::string_view path,
                          std::vector<transformation>& out) {
  if (!value.is_array())
    return in.warn(path, "the transformations are ignored: write a list of objects in [ ]");
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_object())
      in.warn(below(path, i), "this transformation is ignored, because it is no object");
    else if (auto made = read_transformation(in, value[i], below(path, i)))
      out.push_back(std::move(*made));
  }
}

std::vector<common_value> read_notes(const reading& in, const json_value& value, std::string_view path) {
  if (value.is_array()) return read_common_values(in, value, path);
  in.warn(path, "the notes are ignored: write a list of objects in [ ]");
  return {};
}

/// Properties that groups and tables have both; false for others.
bool read_default(const reading& in, const std::string& name, const json_value& member, std::string_view path,
                  table_defaults& out) {
  const auto where = below(path, name);
  if (read_inherited(in, name, member, where, out.rules)) return true;
  if (name == "dialect")
    out.table_dialect = read_dialect(in, member, where);
  else if (name == "tableSchema")
    out.table_schema = read_schema(in, member, where);
  else if (name == "transformations")
    read_transformations(in, member, where, out.transformations);
  else if (name == "tableDirection") {
    const auto text = read_text(in, member, where);
    if (text == "rtl" || text == "ltr" || text == "auto")
      out.direction = text;
    else if (text)
      in.warn(where, "this direction is ignored: write rtl, ltr or auto");
  } else
    return false;
  return true;
}

/// Gives the columns what they inherit.
void apply(const table_defaults& own, const table_defaults& group, table& out) {
  out.rules = own.rules;
  out.rules.inherit(group.rules);
  out.table_dialect = own.table_dialect ? own.table_dialect : group.table_dialect;
  out.table_direction = own.direction ? *own.direction : group.direction.value_or("auto");
  out.transformations = own.transformations.empty() ? group.transformations : own.transformations;
  if (own.table_schema)
    out.table_schema = *own.table_schema;
  else if (group.table_schema)
    out.table_schema = *group.table_schema;
  out.table_schema.rules.inherit(out.rules);
  if (out.table_schema.columns)
    for (auto& one : *out.table_schema.columns) one.rules.inherit(out.table_schema.rules);
}

std::optional<table> read_table(const reading& in, const json_value& object, std::string_view path,
                                bool is_document, const table_defaults& group) {
  table made;
  table_defaults own;
  for (const auto& [name, member] : object.items()) {
    const auto where = below(path, name);
    if ((name == "@context" && is_document) || read_default(in, name, member, path, own)) continue;
    if (name == "@id")
      made.id = read_id(in, member, where);
    else if (name == "@type")
      check_type(in, member, "Table", where);
    else if (name == "url") {
      if (const auto text = read_text(in, member, where)) made.url = in.resolved(*text);
    } else if (name == "notes")
      made.notes = read_notes(in, member, where);
    else if (name == "suppressOutput")
      made.is_suppressed = read_boolean(in, member, where).value_or(false);
    else
      read_other(in, name, member, path, &made.annotations);
  }
  if (made.url.empty()) {
    in.fail(path, "url is missing: a table needs the URL of its text");
    return std::nullopt;
  }
  apply(own, group, made);
  return made;
}

void read_tables(const reading& in, const json_value& value, std::string_view path,
                 const table_defaults& defaults, table_group& out) {
  if (!value.is_array()) return in.fail(path, "tables has to be a list of objects in [ ]");
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_object())
      in.warn(below(path, i), "this table is ignored, because it is no object");
    else if (auto made = read_table(in, value[i], below(path, i), false, defaults))
      out.tables.push_back(std::move(*made));
  }
  if (out.tables.empty()) in.fail(path, "tables is empty: a group needs at least one table");
}

void read_group(const reading& in, const json_value& object, table_group& out) {
  table_defaults defaults;
  for (const auto& [name, member] : object.items()) {
    const auto where = below("", name);
    if (name == "@context" || name == "tables" || read_default(in, name, member, "", defaults)) continue;
    if (name == "@id")
      out.id = read_id(in, member, where);
    else if (name == "@type")
      check_type(in, member, "TableGroup", where);
    else if (name == "notes")
      out.notes = read_notes(in, member, where);
    else
      read_other(in, name, member, "", &out.annotations);
  }
  if (!object.contains("tables"))
    return in.fail("", "tables is missing: write a list of tables, or url for a single one");
  read_tables(in, object["tables"], "/tables", defaults, out);
}

/// The table that a foreign key refers to has to be there with its columns.
void check_foreign_keys(const reading& in, const table_group& group) {
  for (std::size_t t = 0; t < group.tables.size(); ++t)
    for (const auto& key : group.tables[t].table_schema.foreign_keys) {
      const auto path = group.tables.size() == 1 ? std::string{} : "/tables/" + std::to_string(t);
      const auto found = std::ranges::find_if(group.tables, [&](const table& one) {
        return key.table_url.empty() ? one.table_schema.id == key.schema_id
                                     : comparable_url(one.url) == comparable_url(key.table_url);
      });
      if (found == group.tables.end()) {
        in.fail(path, "a foreign key refers to " + key.table_url + key.schema_id +
                          ", which no table of this document has: add the table");
        continue;
      }
      for (const auto& name : key.referenced_columns)
        if (!found->table_schema.columns || std::ranges::none_of(*found->table_schema.columns, [&](const column& one) {
              return one.has_name && one.name == name;
            }))
          in.fail(path, "a foreign key refers to the column " + name + ", which " + found->url +
                            " does not have: write a name that is in its columns");
    }
}

}  // namespace

std::optional<table_group> read_metadata(std::string_view json, std::string_view url, metadata_loader& loader,
                                         problem_sink& problems, const metadata_limits& limits) {
  bool has_failed = false;
  reading in{std::string(url), std::string(url), {}, loader, problems, limits, has_failed};
  const auto document = parse_json(in, json);
  if (!document) return std::nullopt;
  read_context(in, *document);
  table_group group;
  group.metadata_url = url;
  const bool is_group =
      document->contains("tables") || document->value("@type", json_value()) == "TableGroup";
  if (is_group)
    read_group(in, *document, group);
  else if (auto only = read_table(in, *document, "", true, {}))
    group.tables.push_back(std::move(*only));
  if (!has_failed) check_foreign_keys(in, group);
  if (has_failed) return std::nullopt;
  return group;
}

}  // namespace laundromat::csvw
