// Applying and reverting repairs, also overlapping ones.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/repairs.hpp"

#include <gtest/gtest.h>

#include <random>

namespace laundromat {
namespace {

TEST(repairs, the_longest_repair_at_an_offset_replaces_those_that_begin_within) {
  const auto ordered = order_repairs({{3, "d", "D"}, {2, "cdef", "-"}, {5, "fg", "FG"}, {6, "g", "G"}});
  EXPECT_EQ(ordered, (std::vector<repair>{{2, "cdef", "-"}, {6, "g", "G"}}));
  EXPECT_EQ(apply_repairs("abcdefgh", ordered), "ab-Gh");
  EXPECT_EQ(unapply_repairs("ab-Gh", ordered), "abcdefgh");
}

TEST(repairs, insertions_keep_their_order_and_the_last_of_equal_repairs_counts) {
  const auto ordered = order_repairs({{1, "b", "x"}, {1, "", "1"}, {1, "b", "y"}, {1, "", "2"}});
  EXPECT_EQ(apply_repairs("abc", ordered), "a12yc");
  EXPECT_EQ(unapply_repairs("a12yc", ordered), "abc");
}

TEST(repairs, bytes_that_differ_from_the_repair_are_an_error) {
  const std::vector<repair> ordered{{1, "b", "x"}, {4, "e", "y"}};
  for (const auto* text : {"aBcde", "abcd", "abc", ""}) {
    const auto got = apply_repairs(text, ordered);
    ASSERT_FALSE(got) << text;
    EXPECT_EQ(got.error().code, errc::digest_mismatch);
  }
  EXPECT_FALSE(unapply_repairs("abcde", ordered));
}

TEST(repairs, any_set_can_be_reverted) {
  constexpr unsigned seed = 7;
  std::mt19937 random(seed);
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += static_cast<char>('a' + random() % 3);
    std::vector<repair> all;
    for (int i = 0; i < 8; ++i) {
      const auto at = random() % text.size();
      all.push_back({at, text.substr(at, random() % 6),
                     std::string(random() % 5, static_cast<char>('a' + random() % 3))});
    }
    const auto ordered = order_repairs(all);
    const auto repaired = apply_repairs(text, ordered);
    ASSERT_TRUE(repaired) << "seed " << seed << ", round " << round;
    EXPECT_EQ(unapply_repairs(*repaired, ordered), text) << "seed " << seed << ", round " << round;
  }
}

}  // namespace
}  // namespace laundromat
