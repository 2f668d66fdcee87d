// Tests that specifications travel with all that they need.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/spec_bundle.hpp"

#include <gtest/gtest.h>

#include "core/mapping/record_reader.hpp"

namespace laundromat {
namespace {

struct noted_defects final : statement_sink {
  result<void> on_statement(const statement_view&) override {
    ++statements;
    return {};
  }
  void on_defect(const defect& found) override { rules += std::string(to_string(found.rule)) + " "; }
  std::uint64_t statements = 0;
  std::string rules;
};

TEST(spec_bundle, carries_the_schema_so_that_drift_is_noted_where_statements_are_made_X04) {
  const auto bundle =
      to_bundle({{"first", "fields: {id: id}\n", {}, R"({"properties": {"id": {"type": "number"}}})"},
                 {"second", "", {{"t", {{"a", "b"}}}}, {}}});
  const auto plans = plans_of_bundle(bundle);
  ASSERT_TRUE(plans) << plans.error().detail;
  ASSERT_EQ((*plans)->all().size(), 2U);
  EXPECT_FALSE((*plans)->all()[0]->spec().schema_text.empty());
  EXPECT_TRUE((*plans)->all()[1]->spec().schema_text.empty());
  noted_defects sink;
  auto reader =
      make_record_reader(*(*plans)->all()[0], {"text/csv", "a.csv"}, {.base_iri = "http://e.org/"}, sink);
  ASSERT_TRUE(reader);
  ASSERT_TRUE((*reader)->push("id,n\n1,2\n"));
  ASSERT_TRUE((*reader)->finish());
  EXPECT_EQ(sink.rules, "schema_drift ");
  EXPECT_EQ(sink.statements, 1U);
}

TEST(spec_bundle, with_a_schema_that_is_none_is_refused_X04) {
  EXPECT_FALSE(plans_of_bundle(to_bundle({{"first", "", {}, "no JSON"}})));
  EXPECT_FALSE(plans_of_bundle("5:first0:0:"));
}

}  // namespace
}  // namespace laundromat
