// Tests of what a store makes of literals: cases/literals.tsv, measured with Virtuoso 7.2 or made up.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/literal_change.hpp"

#include <gtest/gtest.h>

#include "tests/core/tsv_rows.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

TEST(literal_change, is_known_by_value_and_never_hides_another_value_G18) {
  const auto rows =
      read_tsv_rows(std::filesystem::path(source_path()) / "tests/core/sinks/cases/literals.tsv");
  ASSERT_GT(rows.size(), 30U);
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at("graph") + " " + row.at("store"));
    const auto left = row.at("graph"), right = row.at("store");
    spelled_literal graph, store;
    ASSERT_TRUE(spelled_literal::read(left, graph));
    ASSERT_TRUE(spelled_literal::read(right, store));
    const auto likeness = compare_literals(graph, store);
    EXPECT_EQ(likeness.rank == 0 ? "-" : std::string(to_string(likeness.change)), row.at("change"));
  }
}

TEST(spelled_literal, has_its_parts) {
  spelled_literal literal;
  EXPECT_FALSE(spelled_literal::read("<http://e.example/>", literal));
  EXPECT_FALSE(spelled_literal::read("\"open", literal));
  ASSERT_TRUE(spelled_literal::read(R"("a\"^^<b>"@en)", literal));
  EXPECT_EQ(literal.value, R"(a\"^^<b>)");
  EXPECT_EQ(literal.language, "en");
}

}  // namespace
}  // namespace laundromat
