// A schema of records as metadata of a table.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/csvw_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

/// A variable name of RFC 6570 section 2.3 that does not begin with `_`, which section 5.6 reserves; different from `taken`.
std::string column_name(std::string_view title, std::set<std::string>& taken) {
  std::string name;
  for (const char c : title) {
    if (is_alpha(c) || is_digit(c) || (c == '_' && !name.empty()))
      name += c;
    else
      append_percent_encoded(name, c);
  }
  if (name.empty()) name = "column";
  const auto first = name;
  for (int n = 2; !taken.insert(name).second; ++n) name = first + "_" + std::to_string(n);
  return name;
}

/// The narrowest type of all values: texts of a table, or numbers of JSON.
value_type column_type(const field_schema& field) {
  const bool has_text = field.kinds.has(data_kind::text), has_number = field.kinds.has(data_kind::number);
  if (field.kinds.has(data_kind::list) || field.kinds.has(data_kind::map)) return value_type::text;
  if (field.kinds.has(data_kind::boolean))
    return has_text || has_number ? value_type::text : value_type::boolean;
  if (has_text) return has_number ? value_type::text : field.text_type;
  if (!has_number) return value_type::text;
  if (field.is_integer) return value_type::integer;
  const auto with_exponent = field.seen.number_types[static_cast<std::size_t>(value_type::number)];
  return with_exponent > 0 ? value_type::number : value_type::decimal;
}

std::string_view base_of(value_type type) {
  switch (type) {
    case value_type::year:
      return "gYear";
    case value_type::number:
      return "double";
    case value_type::integer:
    case value_type::decimal:
    case value_type::boolean:
    case value_type::date:
    case value_type::date_time_stamp:
    case value_type::date_time:
    case value_type::time:
      return name_of(type);
    case value_type::uri:
    case value_type::iri:
      return "anyURI";
    default:
      return "string";
  }
}

/// The words for true and false of all values, as a format; empty: those of XML Schema. Nothing when they are of several kinds: a column has one format.
std::optional<std::string> boolean_words(const field_schema& field) {
  static constexpr std::pair<std::string_view, std::string_view> kinds[] = {{"True", "False"},
                                                                            {"TRUE", "FALSE"}};
  const auto& values = field.seen.values;
  for (const auto& [yes, no] : kinds) {
    const auto is_one = [yes = yes, no = no](const auto& one) { return one.text == yes || one.text == no; };
    const auto count = std::ranges::count_if(values, is_one);
    if (count == 0) continue;
    if (static_cast<std::size_t>(count) != values.size()) return std::nullopt;
    return std::string(yes) + "|" + std::string(no);
  }
  return std::string();
}

json datatype_of_column(const field_schema& field) {
  auto type = column_type(field);
  const auto words = boolean_words(field);
  if (type == value_type::boolean && !words) type = value_type::text;
  json out = json::object();
  out["base"] = base_of(type);
  if (type == value_type::date) out["format"] = "yyyy-MM-dd";
  if (type == value_type::boolean && !words->empty()) out["format"] = *words;
  if (is_ordered(type)) {
    const auto& range = field.kinds.has(data_kind::text) ? field.texts : field.numbers;
    if (!range.least.empty()) out["minimum"] = range.least;
    if (!range.greatest.empty()) out["maximum"] = range.greatest;
  } else if (base_of(type) == "string" && field.kinds.has(data_kind::text) &&
             field.length != length_range()) {
    if (!field.has_empty_text) out["minLength"] = field.length.least;
    out["maxLength"] = field.length.greatest;
  }
  return out.size() == 1 ? out["base"] : out;
}

bool is_never_empty(const field_schema& field) {
  return field.is_required && !field.has_empty_text && !field.kinds.has(data_kind::null);
}

json dialect_json(const written_table& dialect) {
  json out = json::object();
  out["encoding"] = dialect.encoding;
  out["delimiter"] = std::string(1, dialect.delimiter);
  out["quoteChar"] = dialect.quote == 0 ? json() : json(std::string(1, dialect.quote));
  out["header"] = dialect.has_header;
  if (!dialect.has_header) out["headerRowCount"] = 0;
  return out;
}

}  // namespace

std::string csvw_json(const record_schema& schema, std::string_view table_url, const written_table& dialect) {
  auto columns = json::array();
  std::set<std::string> taken;
  json key;
  for (const auto& field : schema.root.fields) {
    json column = json::object();
    column["name"] = column_name(field.name, taken);
    column["titles"] = field.name;
    column["datatype"] = datatype_of_column(field);
    if (!field.language.empty()) column["lang"] = field.language;
    if (is_never_empty(field)) column["required"] = true;
    if (field.kinds.has(data_kind::text) && field.has_empty_text) column["null"] = "";
    if (key.is_null() && is_never_empty(field) && field.unique == uniqueness::unique) key = column["name"];
    columns.push_back(std::move(column));
  }
  json out = json::object();
  out["@context"] = "http://www.w3.org/ns/csvw";
  out["url"] = table_url;
  out["rdfs:comment"] =
      "Inferred from " + number_of(schema.records, "record") +
      ": datatypes, bounds, keys and what is required are what these had, and no rules of the publisher.";
  out["dialect"] = dialect_json(dialect);
  out["tableSchema"]["columns"] = std::move(columns);
  if (!key.is_null()) out["tableSchema"]["primaryKey"] = std::move(key);
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
