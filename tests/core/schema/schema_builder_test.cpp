// Tests of schemas that are inferred from records.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema_builder.hpp"

#include <gtest/gtest.h>

#include "tests/core/schema/table_records.hpp"

namespace laundromat {
namespace {

TEST(schema_builder, finds_the_narrowest_type_X04) {
  const auto schema = stations().schema();
  constexpr std::pair<const char*, value_type> types[] = {{"code", value_type::text},
                                                          {"opened", value_type::date},
                                                          {"tracks", value_type::integer},
                                                          {"height", value_type::decimal},
                                                          {"site", value_type::uri},
                                                          {"mail", value_type::email},
                                                          {"updated", value_type::date_time_stamp}};
  for (const auto& [name, type] : types) EXPECT_EQ(field_of(schema.root, name).text_type, type) << name;
  EXPECT_EQ(schema.records, 4U);
}

TEST(schema_builder, widens_the_type_to_what_all_values_have_X04) {
  const auto type_of = [](std::vector<std::string> texts) {
    text_table table{{"x"}, {}};
    for (auto& text : texts) table.rows.push_back({std::move(text)});
    return table.schema().root.fields.front().text_type;
  };
  EXPECT_EQ(type_of({"2024", "1999"}), value_type::year);
  EXPECT_EQ(type_of({"2024", "12"}), value_type::integer);
  EXPECT_EQ(type_of({"12", "1.5"}), value_type::decimal);
  EXPECT_EQ(type_of({"12", "1.5", "1e9"}), value_type::number);
  EXPECT_EQ(type_of({"1", "0"}), value_type::integer);
  EXPECT_EQ(type_of({"1", "true"}), value_type::boolean);
  EXPECT_EQ(type_of({"", "12"}), value_type::integer);
  EXPECT_EQ(type_of({"12", "n/a"}), value_type::text);
  EXPECT_EQ(type_of({"2026-01-01", "2026-01-01T00:00:00Z"}), value_type::text);
  EXPECT_EQ(type_of({"2026-01-01T00:00:00", "2026-01-01T00:00:00Z"}), value_type::date_time);
}

TEST(schema_builder, tells_how_many_values_spoil_a_type_X04) {
  text_table table{{"x"}, {}};
  for (int i = 0; i < 99; ++i) table.rows.push_back({std::to_string(3'000 + i)});
  table.rows.push_back({"n/a"});
  const auto& seen = table.schema().root.fields.front().seen;
  EXPECT_EQ(seen.text_types[static_cast<std::size_t>(value_type::integer)], 99U);
  EXPECT_EQ(seen.text_types[static_cast<std::size_t>(value_type::text)], 1U);
}

TEST(schema_builder, finds_ranges_of_numbers_dates_and_lengths_X04) {
  const auto schema = stations().schema();
  EXPECT_EQ(field_of(schema.root, "tracks").texts, (value_bounds{"4", "16"}));
  EXPECT_EQ(field_of(schema.root, "height").texts, (value_bounds{"-0.5", "49"}));
  EXPECT_EQ(field_of(schema.root, "opened").texts, (value_bounds{"1843-12-18", "1896-01-01"}));
  EXPECT_EQ(field_of(schema.root, "updated").texts,
            (value_bounds{"2026-01-04T23:59:59.5Z", "2026-01-06T09:30:00Z"}));
  EXPECT_EQ(field_of(schema.root, "name").length, (length_range{7, 18}));
}

TEST(schema_builder, counts_absent_null_and_empty_values_X04) {
  schema_builder builder;
  data_record record;
  for (int i = 0; i < 4; ++i) {
    record.clear();
    record.begin_map();
    record.add_text("here", "always");
    if (i > 0) record.add_text(i == 1 ? "" : "x", "often");
    if (i < 2)
      record.add_null("null");
    else
      record.add_boolean(true, "null");
    record.end();
    builder.add(record.root());
  }
  const auto schema = builder.finish();
  const auto &often = field_of(schema.root, "often"), &null = field_of(schema.root, "null");
  EXPECT_TRUE(field_of(schema.root, "always").is_required);
  EXPECT_FALSE(often.is_required);
  EXPECT_EQ(often.seen.records, 3U);
  EXPECT_EQ(often.seen.empty_texts, 1U);
  EXPECT_TRUE(often.has_empty_text);
  EXPECT_TRUE(null.is_required);
  EXPECT_EQ(null.seen.of(data_kind::null), 2U);
  EXPECT_TRUE(null.kinds.has(data_kind::null) && null.kinds.has(data_kind::boolean));
}

TEST(schema_builder, follows_maps_and_lists_X04) {
  schema_builder builder;
  data_record record;
  record.begin_map();
  record.begin_list("authors");
  for (const auto* const name : {"Ada", "Grace"}) {
    record.begin_map();
    record.add_text(name, "name");
    if (std::string_view(name) == "Ada") record.add_number("1815", "born");
    record.end();
  }
  record.end();
  record.end();
  builder.add(record.root());
  const auto schema = builder.finish();
  const auto& authors = field_of(schema.root, "authors");
  ASSERT_EQ(authors.items.size(), 1U);
  const auto &name = field_of(authors.items[0], "name"), &born = field_of(authors.items[0], "born");
  EXPECT_TRUE(name.is_required);
  EXPECT_EQ(name.seen.records, 1U);
  EXPECT_EQ(name.seen.present(), 2U);
  EXPECT_FALSE(born.is_required);
  EXPECT_TRUE(born.is_integer);
}

TEST(schema_builder, finds_enumerations_and_keys_X04) {
  text_table table{{"id", "kind"}, {}};
  for (int i = 0; i < 40; ++i) table.rows.push_back({"s" + std::to_string(i), i % 2 == 0 ? "halt" : "main"});
  const auto schema = table.schema();
  const auto &id = field_of(schema.root, "id"), &kind = field_of(schema.root, "kind");
  EXPECT_EQ(kind.enumeration, (std::vector<std::string>{"halt", "main"}));
  EXPECT_EQ(kind.unique, uniqueness::repeated);
  EXPECT_TRUE(id.enumeration.empty());
  EXPECT_EQ(id.unique, uniqueness::unique);
  EXPECT_EQ(id.seen.examples, (std::vector<std::string>{"s0", "s1", "s2"}));
}

TEST(schema_builder, stays_within_its_limits_and_says_so_X04) {
  schema_limits limits;
  limits.fields = 3;
  limits.nesting = 2;
  schema_builder builder(limits);
  data_record record;
  record.begin_map();
  for (const auto* const name : {"a", "b", "c", "d", "e"}) record.add_text("x", name);
  record.end();
  builder.add(record.root());
  const auto schema = builder.finish();
  EXPECT_EQ(schema.root.fields.size(), 3U);
  EXPECT_EQ(schema.left_out_fields, 2U);
  EXPECT_TRUE(schema.root.is_open);
}

TEST(schema_builder, has_an_open_schema_of_no_records_X04) {
  const auto schema = schema_builder().finish();
  EXPECT_EQ(schema.records, 0U);
  EXPECT_TRUE(schema.root.is_open);
}

}  // namespace
}  // namespace laundromat
