// Elements beyond the limit of nesting.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/deep_elements.hpp"

#include <gtest/gtest.h>

namespace laundromat::rdfa {
namespace {

TEST(rdfa_deep_elements, an_end_tag_closes_the_innermost_of_its_name_and_all_within) {
  deep_elements deep;
  for (const std::uint64_t name : {1, 2, 3}) deep.open(name);
  EXPECT_TRUE(deep.end(2, false));
  EXPECT_FALSE(deep.empty());
  EXPECT_TRUE(deep.end(1, false));
  EXPECT_TRUE(deep.empty());
}

TEST(rdfa_deep_elements, an_end_tag_of_no_open_element_closes_nothing) {
  deep_elements deep;
  deep.open(1);
  EXPECT_TRUE(deep.end(9, false));
  EXPECT_FALSE(deep.empty());
}

TEST(rdfa_deep_elements, the_end_tag_of_an_element_below_closes_all) {
  deep_elements deep;
  deep.open(1);
  deep.open(2);
  EXPECT_FALSE(deep.end(9, true));
  EXPECT_TRUE(deep.empty());
  EXPECT_FALSE(deep.end(9, true)) << "there are none";
}

TEST(rdfa_deep_elements, elements_beyond_the_memory_are_counted) {
  deep_elements deep;
  for (std::size_t i = 0; i < deep_elements::most_named + 2; ++i) deep.open(1);
  EXPECT_TRUE(deep.end(9, true));
  EXPECT_TRUE(deep.end(9, true));
  EXPECT_FALSE(deep.end(9, true)) << "now the named ones end";
  EXPECT_TRUE(deep.empty());
}

}  // namespace
}  // namespace laundromat::rdfa
