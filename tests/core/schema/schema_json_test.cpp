// Tests of schemas as JSON Schema.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/schema/schema_checker.hpp"
#include "tests/core/schema/table_records.hpp"

namespace laundromat {
namespace {

using nlohmann::json;

TEST(schema_json, has_types_formats_and_bounds_X04) {
  const auto schema = json::parse(schema_json(stations().schema(), "Stations"));
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["title"], "Stations");
  EXPECT_EQ(schema["$comment"], "Inferred from 4 records.");
  EXPECT_EQ(schema["type"], "object");
  EXPECT_EQ(schema["required"].size(), 9U);
  const auto& opened = schema["properties"]["opened"];
  EXPECT_EQ(opened["type"], "string");
  EXPECT_EQ(opened["format"], "date");
  EXPECT_EQ(opened["formatMinimum"], "1843-12-18");
  EXPECT_EQ(schema["properties"]["tracks"]["format"], "xsd:integer");
  EXPECT_EQ(schema["properties"]["updated"]["format"], "date-time");
  EXPECT_EQ(schema["properties"]["name"]["$comment"],
            "In 4 records; 4 different values, none repeated; letters: Latn");
  EXPECT_EQ(schema["properties"]["mail"]["anyOf"][0]["const"], "");
  EXPECT_EQ(schema["properties"]["mail"]["anyOf"][1]["format"], "email");
  EXPECT_FALSE(schema.contains("additionalProperties"));
}

TEST(schema_json, has_numbers_lists_nulls_and_enumerations_X04) {
  schema_builder builder;
  data_record record;
  for (int i = 0; i < 10; ++i) {
    record.clear();
    record.begin_map();
    record.add_number(i % 2 == 0 ? "1" : "2", "stars");
    record.add_number(i % 2 == 0 ? "0.5" : "-1.25", "balance");
    record.begin_list("tags");
    record.add_text("x");
    record.end();
    if (i == 0)
      record.add_null("kind");
    else
      record.add_text(i % 2 == 0 ? "a" : "b", "kind");
    record.end();
    builder.add(record.root());
  }
  const auto schema = json::parse(schema_json(builder.finish()))["properties"];
  EXPECT_EQ(schema["stars"]["type"], "integer");
  EXPECT_EQ(schema["stars"]["enum"], json({1, 2}));
  EXPECT_EQ(schema["balance"]["type"], "number");
  EXPECT_EQ(schema["balance"]["minimum"], -1.25);
  EXPECT_EQ(schema["balance"]["maximum"], 0.5);
  EXPECT_EQ(schema["tags"]["items"]["type"], "string");
  EXPECT_FALSE(schema["kind"].contains("enum"));  // nine values of two are too few
  EXPECT_EQ(schema["kind"]["type"], json({"string", "null"}));
}

TEST(read_schema_json, reads_an_ordinary_schema_X04) {
  const auto read = read_schema_json(R"({
    "title": "Person", "type": "object", "required": ["name", "id"],
    "properties": {
      "name": {"type": "string", "minLength": 1, "maxLength": 5, "pattern": "^A"},
      "age": {"type": "integer", "minimum": 0, "exclusiveMaximum": 130},
      "born": {"type": ["string", "null"], "format": "date"},
      "host": {"type": "string", "format": "hostname"},
      "status": {"enum": ["new", "old", null]},
      "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
      "any": true, "a/b": {"oneOf": [{}]}
    }})");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->not_checked,
            (std::vector<std::string>{"/properties/name/pattern", "/properties/age/exclusiveMaximum",
                                      "/properties/host/format", "/properties/tags/uniqueItems",
                                      "/properties/a~1b/oneOf"}));
  data_record record;
  record.begin_map();
  record.add_text("Adalbert", "name");
  record.add_number("-1", "age");
  record.add_null("born");
  record.add_text("lost", "status");
  record.begin_list("tags");
  record.add_number("1");
  record.end();
  record.add_number("3", "any");
  record.end();
  schema_checker checker(read->schema);
  std::string found;
  for (const auto& one : checker.check(record.root()))
    found += one.path + ' ' + std::string(name_of(one.kind)) + '\n';
  EXPECT_EQ(found,
            "name other_length\nage out_of_range\nstatus new_value\ntags[] other_type\nid missing_field\n");
}

/// When members were compared without a limit this took minutes.
TEST(read_schema_json, bounds_the_members_of_objects_X04) {
  const auto schema_of = [](int members) {
    std::string text = R"({"properties": {)";
    for (int i = 0; i < members; ++i) text += "\"c" + std::to_string(i) + "\": {},";
    return text + R"("last": {}}})";
  };
  const auto wide = read_schema_json(schema_of(10'000));
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->schema.root.fields.size(), 10'001U);
  const auto wider = read_schema_json(schema_of(400'000));
  ASSERT_FALSE(wider);
  EXPECT_EQ(wider.error().code, errc::limit_exceeded);
  const std::size_t depth = 1'000'000;
  EXPECT_FALSE(read_schema_json(R"({"items": )" + std::string(depth, '[') + std::string(depth, ']') + "}"));
}

TEST(read_schema_json, refuses_what_is_no_schema_X04) {
  EXPECT_EQ(read_schema_json("{").error().code, errc::syntax_error);
  EXPECT_EQ(read_schema_json("[]").error().code, errc::invalid_argument);
  EXPECT_EQ(read_schema_json(R"({"properties": {"a": {"type": "texts"}}})").error().detail,
            "JSON Schema, at \"/properties/a/type\": the type is none of object, array, string, number, "
            "integer, boolean, null");
  EXPECT_FALSE(read_schema_json(R"({"minimum": "1"})"));
  EXPECT_FALSE(read_schema_json(R"({"minLength": -1})"));
  EXPECT_FALSE(read_schema_json(R"({"required": [1]})"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += R"({"items":)";
  deep += "{}" + std::string(100, '}');
  EXPECT_EQ(read_schema_json(deep).error().code, errc::too_deep_nesting);
}

}  // namespace
}  // namespace laundromat
