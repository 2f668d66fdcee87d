// Tests of schemas as metadata of a table.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/csvw_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/schema/table_records.hpp"

namespace laundromat {
namespace {

using nlohmann::json;

TEST(csvw_json, describes_the_columns_X04) {
  const auto table =
      json::parse(csvw_json(stations().schema(), "https://example.org/stations.csv", {.delimiter = ';'}));
  EXPECT_EQ(table["@context"], "http://www.w3.org/ns/csvw");
  EXPECT_EQ(table["url"], "https://example.org/stations.csv");
  EXPECT_EQ(table["dialect"],
            json::parse(R"({"encoding":"utf-8","delimiter":";","quoteChar":"\"","header":true})"));
  const auto& columns = table["tableSchema"]["columns"];
  EXPECT_EQ(columns[2], json::parse(R"({"name":"opened","titles":"opened","required":true,
    "datatype":{"base":"date","format":"yyyy-MM-dd","minimum":"1843-12-18","maximum":"1896-01-01"}})"));
  EXPECT_EQ(columns[3]["datatype"], json::parse(R"({"base":"integer","minimum":"4","maximum":"16"})"));
  EXPECT_EQ(columns[7]["datatype"], "anyURI");
  EXPECT_EQ(columns[8],
            json::parse(
                R"({"name":"mail","titles":"mail","datatype":{"base":"string","maxLength":15},"null":""})"));
  EXPECT_EQ(table["tableSchema"]["primaryKey"], "code");
}

TEST(csvw_json, has_a_key_only_where_one_is_known_X04) {
  const text_table table{{"kind", "mark", "id"}, {{"a", "", "1"}, {"a", "x", "2"}}};
  EXPECT_EQ(json::parse(csvw_json(table.schema(), "t.csv"))["tableSchema"]["primaryKey"], "id");
  schema_limits limits;
  limits.distinct.compared_values = 1;
  EXPECT_FALSE(json::parse(csvw_json(table.schema(limits), "t.csv"))["tableSchema"].contains("primaryKey"));
}

TEST(csvw_json, makes_names_of_titles_X04) {
  const text_table table{{"a b", "_x", "", "é"},
                         {{"True", "1.50", "2024", "1e3"}, {"False", "2", "2025", "1"}}};
  const auto columns = json::parse(
      csvw_json(table.schema(), "t.csv", {.quote = 0, .has_header = false}))["tableSchema"]["columns"];
  EXPECT_EQ(columns[0]["name"], "a%20b");
  EXPECT_EQ(columns[0]["titles"], "a b");
  EXPECT_EQ(columns[0]["datatype"], json::parse(R"({"base":"boolean","format":"True|False"})"));
  EXPECT_EQ(columns[1]["name"], "%5Fx");
  EXPECT_EQ(columns[1]["datatype"]["base"], "decimal");
  EXPECT_EQ(columns[2]["name"], "column");
  EXPECT_EQ(columns[2]["datatype"]["base"], "gYear");
  EXPECT_EQ(columns[3]["name"], "%C3%A9");
  EXPECT_EQ(columns[3]["datatype"]["base"], "double");
}

TEST(csvw_json, has_a_boolean_only_where_all_values_are_written_in_one_way_X04) {
  const auto datatype_of = [](const std::vector<std::string>& values) {
    text_table table{{"x"}, {}};
    for (const auto& value : values) table.rows.push_back({value});
    return json::parse(csvw_json(table.schema(), "t.csv"))["tableSchema"]["columns"][0]["datatype"];
  };
  EXPECT_EQ(datatype_of({"true", "false", "true"}), "boolean");
  EXPECT_EQ(datatype_of({"true", "0", "1"}), "boolean");
  EXPECT_EQ(datatype_of({"TRUE", "FALSE"}), json::parse(R"({"base":"boolean","format":"TRUE|FALSE"})"));
  EXPECT_EQ(datatype_of({"True"}), json::parse(R"({"base":"boolean","format":"True|False"})"));
  EXPECT_EQ(datatype_of({"True", "false"})["base"], "string");
  EXPECT_EQ(datatype_of({"True", "TRUE"})["base"], "string");
  EXPECT_EQ(datatype_of({"True", "0"})["base"], "string");
  schema_builder builder;
  data_record record;
  for (const bool is_true : {true, false}) {
    record.clear();
    record.begin_map();
    record.add_boolean(is_true, "x");
    record.end();
    builder.add(record.root());
  }
  EXPECT_EQ(json::parse(csvw_json(builder.finish(), "t.csv"))["tableSchema"]["columns"][0]["datatype"],
            "boolean");
}

TEST(csvw_json, says_that_it_is_inferred_and_from_how_many_records_X04) {
  text_table table{{"x"}, {{"1"}, {"2"}}};
  const auto comment = json::parse(csvw_json(table.schema(), "t.csv"))["rdfs:comment"].get<std::string>();
  EXPECT_TRUE(comment.starts_with("Inferred from 2 records: ")) << comment;
}

}  // namespace
}  // namespace laundromat
