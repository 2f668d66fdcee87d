// Tests of how records are compared with a schema.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema_checker.hpp"

#include <gtest/gtest.h>

#include "core/schema/schema_json.hpp"
#include "tests/core/schema/table_records.hpp"

namespace laundromat {
namespace {

/// A row that differs in one field, and what is said of it.
struct drift_case {
  const char* field;
  const char* value;
  drift_kind kind;
  const char* expected;
};

constexpr drift_case drift_cases[] = {
    {"tracks", "99", drift_kind::out_of_range, "4 to 16"},
    {"tracks", "many", drift_kind::other_type, "integer"},
    {"tracks", "4.5", drift_kind::other_type, "integer"},
    {"opened", "1830-01-01", drift_kind::out_of_range, "1843-12-18 to 1896-01-01"},
    {"name", "", drift_kind::empty_text, "7 to 18 characters"},
    {"name", "Ede", drift_kind::other_length, "7 to 18 characters"},
    {"site", "example.org", drift_kind::other_type, "uri"},
    {"code", "Amsterdam", drift_kind::other_length, "2 to 3 characters"},
    {"owner", "NS", drift_kind::new_field, ""},
};

data_record first_row_with(const text_table& table, std::string_view field, std::string_view value) {
  data_record record;
  record.begin_map();
  bool is_known = false;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    is_known = is_known || table.header[i] == field;
    record.add_text(table.header[i] == field ? value : record.keep(table.rows[0][i]),
                    record.keep(table.header[i]));
  }
  if (!is_known) record.add_text(value, field);
  record.end();
  return record;
}

/// The deviations without what was expected, which a schema in JSON says in other words.
std::string words_of(std::span<const deviation> found) {
  std::string words;
  for (const auto& one : found)
    words += one.path + ' ' + std::string(name_of(one.kind)) + ' ' + one.value + '\n';
  return words;
}

TEST(schema_checker, names_each_kind_of_deviation_X04) {
  const auto table = stations();
  for (const auto& one : drift_cases) {
    schema_checker checker(table.schema());
    const auto record = first_row_with(table, one.field, one.value);
    const auto found = checker.check(record.root());
    ASSERT_EQ(found.size(), 1U) << one.field << ' ' << one.value;
    EXPECT_EQ(found[0], (deviation{one.kind, one.field, one.value, one.expected}));
  }
}

TEST(schema_checker, finds_missing_and_null_values_X04) {
  data_record record;
  record.begin_map();
  record.add_number("1", "a");
  record.add_number("2", "b");
  record.end();
  schema_builder builder;
  builder.add(record.root());
  schema_checker checker(builder.finish());
  record.clear();
  record.begin_map();
  record.add_null("a");
  record.end();
  const auto found = checker.check(record.root());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], (deviation{drift_kind::null_in_required, "a", "null", "integer"}));
  EXPECT_EQ(found[1], (deviation{drift_kind::missing_field, "b", "", "integer"}));
}

TEST(schema_checker, reports_a_field_of_many_values_once_per_record_X04) {
  data_record record;
  record.begin_map();
  record.begin_list("tags");
  record.add_text("old");
  record.end();
  record.end();
  schema_builder builder;
  builder.add(record.root());
  schema_checker checker(builder.finish());
  record.clear();
  record.begin_map();
  record.begin_list("tags");
  for (int i = 0; i < 5; ++i) record.add_number("1");
  record.end();
  record.end();
  ASSERT_EQ(checker.check(record.root()).size(), 1U);
  ASSERT_EQ(checker.check(record.root()).size(), 1U);
  ASSERT_EQ(checker.report().sums.size(), 1U);
  EXPECT_EQ(checker.report().sums[0].first.path, "tags[]");
  EXPECT_EQ(checker.report().sums[0].records, 2U);
}

TEST(schema_checker, reports_new_values_of_an_enumeration_X04) {
  text_table table{{"kind"}, {}};
  for (int i = 0; i < 20; ++i) table.rows.push_back({i % 2 == 0 ? "halt" : "main"});
  schema_checker checker(table.schema());
  const auto record = first_row_with(table, "kind", "stop");
  const auto found = checker.check(record.root());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (deviation{drift_kind::new_value, "kind", "stop", "halt, main"}));
}

TEST(schema_checker, sums_up_in_text_and_json_X04) {
  const auto table = stations();
  schema_checker checker(table.schema());
  table.each([&](data_value record) { EXPECT_TRUE(checker.check(record).empty()); });
  static_cast<void>(checker.check(first_row_with(table, "tracks", "99").root()));
  static_cast<void>(checker.check(first_row_with(table, "tracks", "100").root()));
  EXPECT_EQ(drift_text(checker.report()),
            "2 of 6 records differ from the schema\n"
            "tracks: 2 records: a value outside of the range: 99 (first in record 5); expected: 4 to 16\n");
  EXPECT_EQ(drift_json(checker.report()), R"({
  "records": 6,
  "with_drift": 2,
  "drift": [
    {
      "kind": "out_of_range",
      "path": "tracks",
      "records": 2,
      "first_record": 5,
      "value": "99",
      "expected": "4 to 16"
    }
  ],
  "not_listed": 0
}
)");
}

TEST(schema_checker, bounds_its_report_X04) {
  checker_limits limits;
  limits.paths = 2;
  record_schema schema;
  schema.root.is_open = false;
  schema_checker checker(schema, limits);
  data_record record;
  record.begin_map();
  for (const auto* const name : {"a", "b", "c"}) record.add_text("x", name);
  record.end();
  EXPECT_EQ(checker.check(record.root()).size(), 3U);
  EXPECT_EQ(checker.report().sums.size(), 2U);
  EXPECT_EQ(checker.report().not_listed, 1U);
}

TEST(schema_checker, accepts_the_records_of_which_the_schema_was_made_X04) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    schema_limits limits;
    if (seed % 3 == 0) limits.fields = 4;
    if (seed % 5 == 0) limits.nesting = 2;
    schema_builder builder(limits);
    random_records made(seed);
    data_record record;
    for (int i = 0; i < 40; ++i) {
      made.fill(record);
      builder.add(record.root());
    }
    schema_checker checker(builder.finish());
    random_records again(seed);
    for (int i = 0; i < 40; ++i) {
      again.fill(record);
      EXPECT_TRUE(checker.check(record.root()).empty()) << "seed " << seed;
    }
  }
}

TEST(schema_checker, finds_the_same_with_a_schema_that_was_written_and_read_X04) {
  std::uint64_t deviations = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    schema_limits limits;
    limits.fields = seed % 3 == 0 ? 4 : 1'000;
    schema_builder builder(limits);
    random_records made(seed);
    data_record record;
    for (int i = 0; i < 5; ++i) {
      made.fill(record);
      builder.add(record.root());
    }
    const auto schema = builder.finish();
    const auto text = schema_json(schema);
    const auto read = read_schema_json(text);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_TRUE(read->not_checked.empty());
    schema_checker first(schema), second(read->schema);
    for (int i = 0; i < 100; ++i) {
      made.fill(record);
      const auto one = first.check(record.root());
      const auto other = second.check(record.root());
      ASSERT_EQ(words_of(one), words_of(other)) << "seed " << seed;
      deviations += one.size();
    }
  }
  EXPECT_GT(deviations, 1'000U);
}

}  // namespace
}  // namespace laundromat
