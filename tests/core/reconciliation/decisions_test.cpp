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

bool is_number(const std::string& id) {
  return id.size() == 1 && id[0] >= '0' && id[0] <= '9';
}

TEST(with_implied, marks_undecided_pairs_of_a_group_with_the_chain_X07) {
  const decisions all{{same, "1", "2", "", ""},
                      {undecided, "1", "3", "0.90", "name 0.90"},
                      {undecided, "1", "9", "", ""},
                      {same, "2", "3", "", ""}};
  EXPECT_EQ(with_implied(all, group_decisions(all), is_number),
            (decisions{{same, "1", "2", "", ""},
                       {implied, "1", "3", "0.90", "name 0.90; implied: 1 = 2 = 3"},
                       {undecided, "1", "9", "", ""},
                       {same, "2", "3", "", ""}}));
}

TEST(with_implied, adds_pairs_that_only_an_entity_or_a_record_joins_X07) {
  const decisions all{{same, "1", "Q5", "", ""},
                      {same, "2", "Q5", "", ""},
                      {same, "3", "Q5", "", ""},
                      {same, "3", "Q7", "", ""},
                      {same, "1", "2", "", ""}};
  decisions added;
  for (auto& one : with_implied(all, group_decisions(all), is_number))
    if (one.verdict == implied) added.push_back(one);
  EXPECT_EQ(added, (decisions{{implied, "1", "3", "", "implied: 1 = Q5 = 3"},
                              {implied, "Q5", "Q7", "", "implied: Q5 = 3 = Q7"}}));
}

TEST(with_implied, says_nothing_of_a_contradiction_and_cuts_long_chains_X07) {
  decisions all{{same, "1", "Q5", "", ""}, {same, "2", "Q5", "", ""}, {different, "1", "2", "", ""}};
  EXPECT_EQ(with_implied(all, group_decisions(all), is_number).size(), 3U);
  all.clear();
  for (char c = 'a'; c < 'm'; ++c) all.push_back({same, std::string(1, c), std::string(1, c + 1), "", ""});
  all.push_back({undecided, "a", "m", "", ""});
  const auto found = with_implied(join_decisions(all, all), group_decisions(all), is_number);
  EXPECT_EQ(std::ranges::count(found, "implied: a = b = c = … = k = l = m", &duplicate_decision::reasons), 1);
}

TEST(join_decisions, forgets_what_was_implied_X07) {
  EXPECT_TRUE(join_decisions(decisions{{implied, "a", "b", "", ""}}, {}).empty());
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
