// Writes a schema of records as JSON Schema.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/base/count_words.hpp"
#include "core/schema/json_format.hpp"
#include "core/schema/schema_json.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

/// A number as it is written; null for what JSON does not allow.
json number_json(std::string_view digits) {
  auto number = json::parse(digits, nullptr, false);
  return number.is_number() ? number : json();
}

/// The types of JSON Schema: one, or a list.
json types_of(const field_schema& field) {
  auto names = json::array();
  const auto add = [&](data_kind kind, std::string_view name) {
    if (field.kinds.has(kind)) names.push_back(name);
  };
  add(data_kind::map, "object");
  add(data_kind::list, "array");
  add(data_kind::text, "string");
  add(data_kind::number, field.is_integer ? "integer" : "number");
  add(data_kind::boolean, "boolean");
  add(data_kind::null, "null");
  if (names.size() == 1) return names.front();
  return names;
}

std::string scripts_comment(script_set scripts) {
  std::string text;
  for (const auto code : script_codes(scripts)) text.append(text.empty() ? "; letters: " : ", ").append(code);
  return text;
}

std::string field_comment(const field_schema& field) {
  const auto& seen = field.seen;
  std::string text = "In " + number_of(seen.records, "record");
  if (seen.of(data_kind::null) > 0) text += "; " + number_of(seen.of(data_kind::null), "null");
  if (seen.empty_texts > 0) text += "; " + number_of(seen.empty_texts, "empty text");
  if (seen.distinct > 0)
    text += std::string("; ") + (seen.is_distinct_exact ? "" : "about ") +
            number_of(seen.distinct, "different value");
  if (seen.distinct > 0 && field.unique == uniqueness::unique) text += ", none repeated";
  text += scripts_comment(seen.scripts);
  // JSON Schema has no word for the language of a text.
  if (!field.language.empty()) text += "; language: " + field.language + ", as its name says";
  return text;
}

void put_text_bounds(json& out, const field_schema& field) {
  if (const auto format = format_of(field.text_type); !format.empty()) out["format"] = format;
  if (!field.texts.least.empty()) out["formatMinimum"] = field.texts.least;
  if (!field.texts.greatest.empty()) out["formatMaximum"] = field.texts.greatest;
  if (field.length.least > 0) out["minLength"] = field.length.least;
  if (field.length.greatest != length_range().greatest) out["maxLength"] = field.length.greatest;
}

/// Bounds that an empty text need not meet.
void put_text(json& out, const field_schema& field) {
  json bounds = json::object();
  put_text_bounds(bounds, field);
  if (!field.has_empty_text && field.length.least == 0) bounds["minLength"] = 1;
  if (bounds.empty()) return;
  if (field.has_empty_text)
    out["anyOf"] = json::array({json::object({{"const", ""}}), std::move(bounds)});
  else
    out.update(bounds);
}

void put_enumeration(json& out, const field_schema& field) {
  auto values = json::array();
  for (const auto& value : field.enumeration) {
    if (field.kinds.has(data_kind::number))
      values.push_back(number_json(value));
    else
      values.push_back(value);
  }
  if (field.kinds.has(data_kind::text) && field.has_empty_text) values.push_back("");
  if (field.kinds.has(data_kind::null)) values.push_back(nullptr);
  out["enum"] = std::move(values);
}

json field_json(const field_schema& field);

void put_map(json& out, const field_schema& field) {
  auto required = json::array();
  auto properties = json::object();
  for (const auto& child : field.fields) {
    properties[child.name] = field_json(child);
    if (child.is_required) required.push_back(child.name);
  }
  if (!field.is_open || !properties.empty()) out["properties"] = std::move(properties);
  if (!required.empty()) out["required"] = std::move(required);
  if (field.is_open) out["additionalProperties"] = true;
}

void put_scalars(json& out, const field_schema& field) {
  if (field.kinds.has(data_kind::text)) put_text(out, field);
  if (field.kinds.has(data_kind::number)) {
    if (auto least = number_json(field.numbers.least); !least.is_null()) out["minimum"] = std::move(least);
    if (auto most = number_json(field.numbers.greatest); !most.is_null()) out["maximum"] = std::move(most);
  }
  if (!field.enumeration.empty()) put_enumeration(out, field);
}

json field_json(const field_schema& field) {
  json out = json::object();
  if (field.seen.present() > 0) out["$comment"] = field_comment(field);
  if (!field.kinds.is_empty() && field.kinds != kind_set::all()) out["type"] = types_of(field);
  put_scalars(out, field);
  if (field.kinds.has(data_kind::list) && !field.items.empty())
    out["items"] = field_json(field.items.front());
  if (field.kinds.has(data_kind::map)) put_map(out, field);
  auto examples = json::array();
  for (const auto& example : field.seen.examples)
    examples.push_back(field.kinds.has(data_kind::text) ? json(example) : number_json(example));
  if (!examples.empty()) out["examples"] = std::move(examples);
  return out;
}

}  // namespace

std::string schema_json(const record_schema& schema, std::string_view title) {
  json out = json::object();
  out["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  out["title"] = title;
  std::string comment = "Inferred from " + number_of(schema.records, "record") + ".";
  if (schema.left_out_fields > 0)
    comment += " Limits left out " + number_of(schema.left_out_fields, "value") + ".";
  out["$comment"] = comment;
  const auto root = field_json(schema.root);
  for (const auto& [key, value] : root.items())
    if (key != "$comment") out[key] = value;
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
