// Tests of languages that the names of fields say.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/name_language.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/schema/csvw_json.hpp"
#include "core/schema/schema_json.hpp"
#include "tests/core/schema/table_records.hpp"

namespace laundromat {
namespace {

using nlohmann::json;

TEST(name_language, is_that_of_siblings_with_codes_and_of_tags_X04) {
  const text_table table{
      {"title_de", "title_en", "person_id", "note@pt-BR", "count_de", "count_fr", "de"},
      {{"Haus", "house", "abc", "casa", "1", "2", "x"}, {"Hof", "", "d", "rua", "3", "4", "y"}}};
  const auto schema = table.schema();
  EXPECT_EQ(field_of(schema.root, "title_de").language, "de");
  EXPECT_EQ(field_of(schema.root, "title_en").language, "en");
  EXPECT_EQ(field_of(schema.root, "note@pt-BR").language, "pt-BR");
  for (const auto* const name : {"person_id", "count_de", "count_fr", "de"})
    EXPECT_EQ(field_of(schema.root, name).language, "") << name;
  const auto written = json::parse(schema_json(schema))["properties"];
  EXPECT_EQ(written["title_de"]["$comment"],
            "In 2 records; 2 different values, none repeated; letters: Latn; language: de, as its name says");
  const auto columns = json::parse(csvw_json(schema, "t.csv"))["tableSchema"]["columns"];
  EXPECT_EQ(columns[0]["lang"], "de");
  EXPECT_FALSE(columns[2].contains("lang"));
}

TEST(name_language, is_that_of_a_map_of_languages_X04) {
  schema_builder builder;
  data_record record;
  record.begin_map();
  record.begin_map("title");
  record.add_text("Haus", "de");
  record.add_null("en");
  record.add_text("maison", "fr");
  record.end();
  record.begin_map("codes");
  record.add_text("x", "id");
  record.add_text("y", "key");
  record.end();
  record.end();
  builder.add(record.root());
  record.clear();
  record.begin_map();
  record.begin_map("title");
  record.add_text("house", "en");
  record.end();
  record.end();
  builder.add(record.root());
  const auto schema = builder.finish();
  EXPECT_EQ(field_of(field_of(schema.root, "title"), "de").language, "de");
  EXPECT_EQ(field_of(field_of(schema.root, "title"), "en").language, "en");
  EXPECT_EQ(field_of(field_of(schema.root, "codes"), "id").language, "");
}

}  // namespace
}  // namespace laundromat
