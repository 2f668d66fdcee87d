// Tests of what follows from decisions.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace laundromat {
namespace {

using enum duplicate_verdict;
using decisions = std::vector<duplicate_decision>;

TEST(join_decisions, keeps_what_was_decided_X07) {
  const decisions earlier{
      {same, "a", "b", "0.90", "old"}, {different, "c", "d", "0.88", ""}, {undecided, "e", "f", "0.86", ""}};
  const decisions found{{undecided, "a", "b", "0.95", "new"}, {undecided, "b", "g", "0.91", ""}};
  EXPECT_EQ(join_decisions(earlier, found), (decisions{{same, "a", "b", "0.90", "old"},
                                                       {undecided, "b", "g", "0.91", ""},
                                                       {different, "c", "d", "0.88", ""}}));
}

TEST(group_decisions, follows_chains_and_reports_contradictions_X07) {
  const decisions all{{same, "a", "b", "", ""}, {same, "b", "c", "", ""},      {different, "a", "c", "", ""},
                      {same, "x", "y", "", ""}, {different, "x", "z", "", ""}, {undecided, "y", "z", "", ""}};
  const auto decided = group_decisions(all);
  EXPECT_EQ(decided.groups, (std::vector<std::vector<std::string>>{{"x", "y"}}));
  EXPECT_EQ(decided.contradictory, (std::vector<std::vector<std::string>>{{"a", "b", "c"}}));
  EXPECT_EQ(decided.contradictions, (std::vector<decision_contradiction>{{"a", "c", {"a", "b", "c"}}}));
}

TEST(group_decisions, does_not_depend_on_the_order_of_lines_X07) {
  decisions all;
  for (int i = 0; i < 60; ++i)
    all.push_back(
        {same, std::to_string(i % 7) + "_" + std::to_string(i), std::to_string(i % 7) + "_root", "", ""});
  all.push_back({different, "1_1", "1_8", "", ""});
  std::mt19937 random(5);
  const auto first = group_decisions(all);
  EXPECT_EQ(first.groups.size(), 6U);
  for (int round = 0; round < 5; ++round) {
    std::ranges::shuffle(all, random);
    EXPECT_EQ(group_decisions(all).groups, first.groups);
    EXPECT_EQ(group_decisions(all).contradictions, first.contradictions);
  }
}

TEST(same_as_pairs, joins_the_first_iri_with_each_other_one_X07) {
  const auto decided = group_decisions(
      decisions{{same, "a", "b", "", ""}, {same, "b", "c", "", ""}, {same, "c", "d", "", ""}});
  const auto pairs = same_as_pairs(decided, [](std::string_view id) {
    if (id == "c") return std::string();
    return "https://example.org/" + std::string(id == "d" ? "a" : id);
  });
  EXPECT_EQ(
      pairs,
      (std::vector<std::pair<std::string, std::string>>{{"https://example.org/a", "https://example.org/b"}}));
}

}  // namespace
}  // namespace laundromat
