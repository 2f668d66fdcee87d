// Tests of which announced URIs become seeds.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/discovery_policy.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

discovery_policy following(std::vector<announced_as> kinds) {
  discovery_policy policy;
  policy.follow = kinds_of(kinds);
  return policy;
}

TEST(discovery_policy, follows_only_the_kinds_of_the_campaign) {
  const auto policy = following({announced_as::dump});
  EXPECT_EQ(judge_announcement({"http://e/d", announced_as::dump}, {}, policy), errc::ok);
  EXPECT_EQ(judge_announcement({"http://e/d", announced_as::page}, {}, policy), errc::kind_not_followed);
  EXPECT_EQ(judge_announcement({"http://e/d", announced_as{200}}, {}, policy), errc::kind_not_followed);
}

TEST(discovery_policy, refuses_what_the_engine_publishes_itself_however_it_is_written_R210) {
  auto policy = following({announced_as::dump});
  policy.own_bases = {"https://lod.example.org/"};
  for (const auto* own :
       {"HTTPS://LOD.example.org/x/../clean/1", "https://lod.example.org:443/clean/1",
        "https://lod.example.org./clean/1", "http://lod.example.org/clean/1",
        "https://user@lod.example.org/clean/1", "https://lod.example.org", "https://lod.example.org?x"})
    EXPECT_EQ(judge_announcement({own, announced_as::dump}, {}, policy), errc::own_output) << own;
  EXPECT_EQ(judge_announcement({"https://lod.example.org:8443/1", announced_as::dump}, {}, policy), errc::ok);
  EXPECT_EQ(judge_announcement({"https://lod.example.org.evil/1", announced_as::dump}, {}, policy), errc::ok);
  policy.own_bases = {"HTTPS://Lod.Example.Org:443/a/%7Eb/../c/"};
  EXPECT_EQ(judge_announcement({"https://lod.example.org/a/./c/%31", announced_as::dump}, {}, policy),
            errc::own_output);
  EXPECT_EQ(judge_announcement({"https://lod.example.org/a/cc", announced_as::dump}, {}, policy), errc::ok);
}

TEST(discovery_policy, stops_at_traps_limits_and_budgets) {
  auto policy = following({announced_as::page, announced_as::next_page});
  policy.per_document = 2;
  policy.per_host = 3;
  const announcement page{"http://e/p", announced_as::page};
  EXPECT_EQ(judge_announcement(page, {4}, policy), errc::ok);
  EXPECT_EQ(judge_announcement(page, {5}, policy), errc::trap_suspected);
  EXPECT_EQ(judge_announcement({"http://e/a/a/a/a", announced_as::page}, {}, policy), errc::trap_suspected);
  EXPECT_EQ(judge_announcement(page, {0, 2}, policy), errc::announcement_limit);
  EXPECT_EQ(judge_announcement(page, {0, 2, 0, 0, true}, policy), errc::ok)
      << "a sitemap has limits of its own";
  EXPECT_EQ(judge_announcement(page, {0, 0, 3}, policy), errc::budget_used);
}

TEST(discovery_policy, reads_a_list_of_many_pages_whole) {
  const auto policy = following({announced_as::next_page});
  EXPECT_EQ(judge_announcement({"http://e/?page=99", announced_as::next_page}, {5}, policy), errc::ok);
  EXPECT_EQ(depth_of_announced(announced_as::next_page, 5), 5U);
  EXPECT_EQ(depth_of_announced(announced_as::dump, 5), 6U);
}

TEST(discovery_policy, takes_lists_before_dumps_before_pages_and_near_before_far_T02) {
  const auto priority = [](announced_as kind, std::optional<double> of_site, std::uint32_t depth) {
    announcement one{"http://e/", kind};
    one.priority = of_site;
    return priority_of_announced(one, depth);
  };
  EXPECT_LT(priority(announced_as::sitemap, 1.0, 0), 0) << "listed seeds come first";
  EXPECT_GT(priority(announced_as::sitemap, 0.0, 1), priority(announced_as::dump, 0.9, 1));
  EXPECT_GT(priority(announced_as::pinged, {}, 1), 0) << "a publisher asked for it";
  EXPECT_GT(priority(announced_as::dump, {}, 1), priority(announced_as::page, 1.0, 1));
  EXPECT_GT(priority(announced_as::page, 0.8, 1), priority(announced_as::page, {}, 1));
  EXPECT_GT(priority(announced_as::page, 0.0, 1), priority(announced_as::sitemap, 1.0, 2));
  EXPECT_EQ(priority(announced_as::page, 7.5, 1), priority(announced_as::page, 1.0, 1));
}

}  // namespace
}  // namespace laundromat
