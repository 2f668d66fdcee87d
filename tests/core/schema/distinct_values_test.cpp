// Tests of how different values are counted.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/distinct_values.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(distinct_values, lists_few_values_with_their_counts_X04) {
  distinct_values values;
  std::uint64_t spare = 1'000;
  for (int i = 0; i < 90; ++i) values.add(i % 3 == 0 ? "north" : "south", {}, spare);
  ASSERT_EQ(values.values().size(), 2U);
  EXPECT_EQ(values.values()[0].text, "north");
  EXPECT_EQ(values.values()[0].count, 30U);
  EXPECT_EQ(values.count(), 2U);
  EXPECT_EQ(values.unique(), uniqueness::repeated);
  EXPECT_EQ(spare, 1'000U);
}

TEST(distinct_values, knows_a_key_up_to_the_limit_and_not_beyond_X04) {
  distinct_limits limits;
  limits.compared_values = 500;
  distinct_values values;
  std::uint64_t spare = 1'000;
  for (int i = 0; i < 500; ++i) values.add(std::to_string(i), limits, spare);
  EXPECT_EQ(values.unique(), uniqueness::unique);
  EXPECT_EQ(values.count(), 500U);
  EXPECT_TRUE(values.is_exact());
  EXPECT_EQ(spare, 500U);
  values.add("500", limits, spare);
  EXPECT_EQ(values.unique(), uniqueness::unknown);
  EXPECT_FALSE(values.is_exact());
  EXPECT_EQ(spare, 1'000U);
}

TEST(distinct_values, estimates_many_values_X04) {
  constexpr std::uint64_t counts[] = {1'000, 20'000, 100'000};
  for (const auto count : counts) {
    distinct_values values;
    std::uint64_t spare = 1'000'000;
    for (std::uint64_t i = 0; i < 2 * count; ++i) values.add("value " + std::to_string(i % count), {}, spare);
    const auto wrong = static_cast<double>(values.count()) / static_cast<double>(count) - 1;
    EXPECT_LT(std::abs(wrong), 4 * distinct_values::error_of_estimate) << count;
    EXPECT_FALSE(values.is_exact());
  }
}

}  // namespace
}  // namespace laundromat
