// Tests of how crawls begin, and how many are asked for.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/crawl_pace.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

TEST(crawl_pace, only_the_first_crawl_of_a_seed_goes_ahead) {
  seed_record seed;
  EXPECT_EQ(start_of(seed, false, true), crawl_start::ahead);
  EXPECT_EQ(start_of(seed, true, true), crawl_start::stored);
  EXPECT_EQ(start_of(seed, false, false), crawl_start::stored);
  seed.crawls = 1;
  EXPECT_EQ(start_of(seed, false, true), crawl_start::stored);
}

TEST(crawl_pace, an_own_host_has_more_live_crawls) {
  host_policy host;
  EXPECT_EQ(most_live_at(host), 4U);
  host.is_own = true;
  host.connections = 50;
  EXPECT_EQ(most_live_at(host), 400U);
}

TEST(crawl_pace, there_is_room_when_a_quarter_has_ended) {
  EXPECT_FALSE((live_crawls{4, 4}.has_room()));
  EXPECT_TRUE((live_crawls{3, 4}.has_room()));
  EXPECT_FALSE((live_crawls{6, 7}.has_room()));
  EXPECT_TRUE((live_crawls{5, 7}.has_room()));
  EXPECT_TRUE((live_crawls{0, 0}.has_room()));
}

TEST(crawl_pace, there_may_be_more_seeds_after_an_answer_as_long_as_it_can_be) {
  EXPECT_FALSE(may_be_more(9, 10));
  EXPECT_TRUE(may_be_more(10, 10));
  EXPECT_FALSE(may_be_more(most_in_turn - 1, 1'000));
  EXPECT_TRUE(may_be_more(most_in_turn, 1'000)) << "the hosts had their turns";
}

TEST(crawl_pace, a_host_of_others_waits_for_the_next_turn_while_one_crawl_keeps_it_busy) {
  host_policy host;
  EXPECT_FALSE(is_short_of_work({2, 4}, host));
  EXPECT_TRUE(is_short_of_work({1, 4}, host));
  EXPECT_FALSE(is_short_of_work({0, 1}, host)) << "it has one seed, and no further one";
  host.is_own = true;
  EXPECT_TRUE(is_short_of_work({3, 4}, host));
}

TEST(crawl_pace, as_many_seeds_are_asked_for_as_may_start_soon) {
  EXPECT_EQ((live_crawls{0, 0}.seeds_to_ask_for(1'000)), 256U);
  EXPECT_EQ((live_crawls{600, 800}.seeds_to_ask_for(2'000)), 400U);
  EXPECT_EQ((live_crawls{900, 800}.seeds_to_ask_for(2'000)), 256U) << "some began of themselves";
  EXPECT_EQ((live_crawls{990, 1'000}.seeds_to_ask_for(1'000)), 10U);
}

}  // namespace

}  // namespace laundromat
