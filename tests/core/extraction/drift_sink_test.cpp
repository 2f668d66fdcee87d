// Tests that drift is noted, and that nothing is lost by it.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/plan/drift_sink.hpp"

#include <gtest/gtest.h>

#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/spec/read_spec.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

constexpr std::string_view schema = R"({"type": "object", "required": ["id"], "properties": {
  "id": {"type": "string", "format": "xsd:integer"}, "name": {"type": "string"}}})";

std::shared_ptr<const record_plan> plan_with(std::string_view text) {
  record_spec spec;
  spec.schema = "a.json";
  spec.schema_line = 7;
  spec.schema_text = text;
  auto made = record_plan::make(std::move(spec));
  EXPECT_TRUE(made);
  return made ? *made : nullptr;
}

TEST(drift_sink, notes_each_kind_of_drift_of_a_field_once_at_its_first_record_X04) {
  const auto plan = plan_with(schema);
  for (const std::size_t chunk : {1U, 1'000U}) {
    collected_records got;
    extraction_findings found;
    const auto reader = plan->make_extractor({"text/csv", "a.csv"}, wash_profile::standard, got, &found);
    push_all(*reader, "id,name,age\n1,Ann,4\nx,Bob,5\ny,Eve,6\n", chunk);
    EXPECT_EQ(got.records.size(), 3U);
    ASSERT_EQ(got.defects.size(), 2U) << got.rules();
    EXPECT_EQ(got.defects[0].line, 2U);
    EXPECT_EQ(got.defects[0].message, "age: a field that the schema does not have: 4; in 3 of 3 records");
    EXPECT_EQ(got.defects[1].line, 3U);
    EXPECT_EQ(got.defects[1].offset_bytes, 20U);
    EXPECT_EQ(got.defects[1].message.substr(0, 33), "id: a value of another type: x; e");
    EXPECT_EQ(got.defects[1].done, treatment::note);
    EXPECT_EQ(found.drift.with_drift, 3U);
    EXPECT_EQ(found.table.names.size(), 3U);
    EXPECT_EQ(got.bytes(), 36U);
  }
}

TEST(drift_sink, says_nothing_of_records_as_the_schema_describes_them_X04) {
  collected_records got;
  const auto reader =
      plan_with(schema)->make_extractor({"text/csv", "a.csv"}, wash_profile::standard, got, nullptr);
  push_all(*reader, "id,name\n1,Ann\n2,Bob\n", 3);
  EXPECT_EQ(got.rules(), "");
}

TEST(record_plan, refuses_a_schema_that_is_none_at_its_line_X04) {
  record_spec spec;
  spec.schema = "a.json";
  spec.schema_line = 7;
  spec.schema_text = R"({"type": 1})";
  const auto made = record_plan::make(std::move(spec));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().front().line, 7U);
}

}  // namespace
}  // namespace laundromat
