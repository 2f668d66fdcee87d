// Reads JSON Schema as far as records are checked against it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/base/json_depth.hpp"
#include "core/schema/json_format.hpp"
#include "core/schema/schema_json.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 13> annotations{
    "$schema",    "$id",      "$comment",  "title",   "description", "examples",        "default",
    "deprecated", "readOnly", "writeOnly", "$anchor", "$vocabulary", "contentMediaType"};

/// Reads one document; the first error ends it.
class schema_reader {
 public:
  [[nodiscard]] result<schema_with_notes> read(const json& document) {
    out_.schema.root = field({}, document, "", 0);
    if (error_) return tl::unexpected(*error_);
    return std::move(out_);
  }

 private:
  void refuse(std::string_view at, std::string_view why, errc code = errc::invalid_argument) {
    if (!error_) error_ = failure{code, "JSON Schema, at \"" + std::string(at) + "\": " + std::string(why)};
  }
  void skip(std::string at) { out_.not_checked.push_back(std::move(at)); }

  [[nodiscard]] static std::string pointer(std::string_view at, std::string_view key) {
    std::string path(at);
    path += '/';
    for (const char c : key) {
      if (c == '~')
        path += "~0";
      else if (c == '/')
        path += "~1";
      else
        path += c;
    }
    return path;
  }

  field_schema field(std::string name, const json& from, const std::string& at, std::size_t nesting);
  void keyword(field_schema& to, const std::string& key, const json& value, const std::string& at,
               std::size_t nesting);
  bool bound(field_schema& to, std::string_view key, const json& value, const std::string& at);
  void type(field_schema& to, const json& value, const std::string& at);
  void properties(field_schema& to, const json& value, const std::string& at, std::size_t nesting);
  void values(field_schema& to, const json& value, const std::string& at);
  void texts(field_schema& to, std::string_view key, const json& value, const std::string& at);
  void empty_or(field_schema& to, const json& value, const std::string& at, std::size_t nesting);
  void require(field_schema& to, const json& names, const std::string& at);

  schema_with_notes out_;
  std::optional<failure> error_;
};

field_schema schema_reader::field(std::string name, const json& from, const std::string& at,
                                  std::size_t nesting) {
  field_schema to;
  to.name = std::move(name);
  constexpr std::size_t most_nesting = 64;
  if (nesting > most_nesting) {
    refuse(at, "schemas nest deeper than 64", errc::too_deep_nesting);
  } else if (from.is_boolean()) {
    if (!from.get<bool>()) skip(at);
  } else if (!from.is_object()) {
    refuse(at, "a schema is an object, true or false");
  } else {
    for (const auto& [key, value] : from.items()) keyword(to, key, value, at, nesting);
    if (const auto required = from.find("required"); required != from.end())
      require(to, *required, pointer(at, "required"));
    if (from.contains("properties"))
      to.is_open = from.contains("additionalProperties") && from["additionalProperties"] == true;
  }
  return to;
}

void schema_reader::keyword(field_schema& to, const std::string& key, const json& value,
                            const std::string& at, std::size_t nesting) {
  const auto here = pointer(at, key);
  if (key == "type") return type(to, value, here);
  if (key == "properties") return properties(to, value, here, nesting);
  if (key == "enum") return values(to, value, here);
  if (key == "const") return values(to, json::array({value}), here);
  if (key == "anyOf") return empty_or(to, value, here, nesting);
  if (key == "items" && (value.is_object() || value.is_boolean())) {
    to.items.push_back(field({}, value, here, nesting + 1));
    return;
  }
  if (key == "required" || (key == "additionalProperties" && value.is_boolean())) return;
  if (bound(to, key, value, here)) return;
  if (std::ranges::find(annotations, key) == annotations.end()) skip(here);
}

bool schema_reader::bound(field_schema& to, std::string_view key, const json& value, const std::string& at) {
  if (key == "minimum" || key == "maximum") {
    if (!value.is_number()) return refuse(at, "the bound is not a number"), true;
    (key == "minimum" ? to.numbers.least : to.numbers.greatest) = value.dump();
    return true;
  }
  if (key == "minLength" || key == "maxLength") {
    if (!value.is_number_unsigned()) return refuse(at, "the length is not a whole number from 0"), true;
    const auto length = value.get<std::uint64_t>();
    (key == "minLength" ? to.length.least : to.length.greatest) = length;
    if (key == "minLength") to.has_empty_text = length == 0;
    return true;
  }
  if (key != "format" && key != "formatMinimum" && key != "formatMaximum") return false;
  texts(to, key, value, at);
  return true;
}

void schema_reader::texts(field_schema& to, std::string_view key, const json& value, const std::string& at) {
  if (!value.is_string()) return refuse(at, "the value is not a text");
  const auto& text = value.get_ref<const std::string&>();
  if (key == "formatMinimum") {
    to.texts.least = text;
  } else if (key == "formatMaximum") {
    to.texts.greatest = text;
  } else if (const auto type = type_of_format(text)) {
    to.text_type = *type;
    to.has_empty_text = false;
  } else {
    skip(at);
  }
}

void schema_reader::type(field_schema& to, const json& value, const std::string& at) {
  const auto names = value.is_array() ? value : json::array({value});
  to.kinds = {};
  to.is_integer = std::ranges::find(names, json("integer")) != names.end() &&
                  std::ranges::find(names, json("number")) == names.end();
  for (const auto& name : names) {
    if (name == "object")
      to.kinds.add(data_kind::map);
    else if (name == "array")
      to.kinds.add(data_kind::list);
    else if (name == "string")
      to.kinds.add(data_kind::text);
    else if (name == "number" || name == "integer")
      to.kinds.add(data_kind::number);
    else if (name == "boolean")
      to.kinds.add(data_kind::boolean);
    else if (name == "null")
      to.kinds.add(data_kind::null);
    else
      return refuse(at, "the type is none of object, array, string, number, integer, boolean, null");
  }
}

void schema_reader::properties(field_schema& to, const json& value, const std::string& at,
                               std::size_t nesting) {
  if (!value.is_object()) return refuse(at, "properties are not an object");
  for (const auto& [name, schema] : value.items())
    to.fields.push_back(field(name, schema, pointer(at, name), nesting + 1));
}

void schema_reader::require(field_schema& to, const json& names, const std::string& at) {
  if (!names.is_array()) return refuse(at, "the required names are not a list");
  for (const auto& name : names) {
    if (!name.is_string()) return refuse(at, "a required name is not a text");
    auto found = std::ranges::find(to.fields, name.get_ref<const std::string&>(), &field_schema::name);
    if (found == to.fields.end()) {
      field_schema any;
      any.name = name.get<std::string>();
      found = to.fields.insert(to.fields.end(), std::move(any));
    }
    found->is_required = true;
  }
}

void schema_reader::values(field_schema& to, const json& value, const std::string& at) {
  if (!value.is_array() || value.empty()) return refuse(at, "the values are not a list with at least one");
  const auto is_text = [](const json& one) { return one.is_string(); };
  const auto is_integer = [](const json& one) { return one.is_number_integer(); };
  const auto is_null = [](const json& one) { return one.is_null(); };
  const bool has_text = std::ranges::any_of(value, is_text),
             has_integer = std::ranges::any_of(value, is_integer);
  if (has_text == has_integer || !std::ranges::all_of(value, [&](const json& one) {
        return is_text(one) || is_integer(one) || is_null(one);
      }))
    return skip(at);
  kind_set listed;
  listed.add(has_text ? data_kind::text : data_kind::number);
  if (std::ranges::any_of(value, is_null)) listed.add(data_kind::null);
  if (to.kinds == kind_set::all()) to.kinds = listed;
  if (has_text) to.has_empty_text = std::ranges::find(value, json("")) != value.end();
  for (const auto& one : value) {
    if (is_integer(one)) to.enumeration.push_back(one.dump());
    if (is_text(one) && one != "") to.enumeration.push_back(one.get<std::string>());
  }
  if (to.enumeration.empty()) to.length = {0, 0};
}

/// `anyOf` as `schema_json` writes it; any other one is not checked.
void schema_reader::empty_or(field_schema& to, const json& value, const std::string& at,
                             std::size_t nesting) {
  if (!value.is_array() || value.size() != 2 || value[0] != json::object({{"const", ""}}) ||
      !value[1].is_object())
    return skip(at);
  const auto bounds = field({}, value[1], at + "/1", nesting + 1);
  to.text_type = bounds.text_type;
  to.texts = bounds.texts;
  to.length = bounds.length;
  to.has_empty_text = true;
}

}  // namespace

result<schema_with_notes> read_schema_json(std::string_view text) {
  constexpr std::size_t most_depth = 1'000;
  constexpr std::uint64_t most_comparisons = 200'000'000;
  if (is_nested_deeper(text, most_depth) || has_more_comparisons(text, most_comparisons))
    return fail(errc::limit_exceeded,
                "JSON Schema: brackets too deep, or too many members of an object; 20,000 are few enough");
  json document;
  try {
    document = json::parse(text);
  } catch (const json::exception& error) {
    return fail(errc::syntax_error, std::string("JSON Schema: ") + error.what());
  }
  return schema_reader().read(document);
}

}  // namespace laundromat
