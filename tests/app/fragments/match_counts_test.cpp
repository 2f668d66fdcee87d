// Tests of the cache of counts.
// SPDX-License-Identifier: Apache-2.0
#include "app/fragments/match_counts.hpp"

#include <gtest/gtest.h>

namespace laundromat::test {

TEST(match_counts, keeps_those_that_were_asked_for_last) {
  match_counts counts{2};
  const auto a = read_pattern("?s a foaf:Person").value(), b = read_pattern("?s a foaf:Agent").value();
  const auto same = read_pattern("?x ?p ?x").value();
  EXPECT_FALSE(counts.find("1", a));
  counts.keep("1", a, 7);
  counts.keep("2", a, 8);
  EXPECT_EQ(counts.find("1", a), 7U);
  EXPECT_FALSE(counts.find("1", b));
  counts.keep("1", b, 9);
  EXPECT_EQ(counts.find("1", a), 7U);
  EXPECT_EQ(counts.find("1", b), 9U);
  EXPECT_FALSE(counts.find("2", a)) << "it was not asked for";
  EXPECT_FALSE(counts.find("1", same));
  EXPECT_FALSE(counts.find("1", quad_pattern{}));
}

}  // namespace laundromat::test
