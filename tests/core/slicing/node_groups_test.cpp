// Tests of the table of connected nodes.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/node_groups.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace laundromat {
namespace {

std::string named(int number) {
  return "<node/" + std::to_string(number) + ">";
}

TEST(node_groups, have_the_nodes_that_were_joined_and_no_others_M17) {
  node_groups groups{std::size_t{1} << 20};
  for (int i = 0; i < 1'000; ++i)
    if (i % 10 != 9) groups.join(named(i), named(i + 1));
  std::set<std::uint64_t> found;
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_EQ(groups.group_of(named(i)), groups.group_of(named(i / 10 * 10)));
    found.insert(groups.group_of(named(i)));
  }
  EXPECT_EQ(found.size(), 100U);
  EXPECT_FALSE(found.contains(groups.group_of("<alone>")));
  EXPECT_EQ(groups.group_of("<alone>"), groups.group_of("<alone>"));
  EXPECT_EQ(groups.joined_nodes(), 1'000U);
}

TEST(node_groups, keep_joined_nodes_together_when_the_table_is_full_M21) {
  node_groups groups{std::size_t{1} << 10};  // 128 places
  for (int i = 0; i < 5'000; ++i)
    if (i % 5 != 4) groups.join(named(i), named(i + 1));
  EXPECT_TRUE(groups.is_full());
  for (int i = 0; i < 5'000; ++i)
    EXPECT_EQ(groups.group_of(named(i)), groups.group_of(named(i / 5 * 5))) << i;
}

}  // namespace
}  // namespace laundromat
