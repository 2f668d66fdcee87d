// Tests of pauses, and of what comes of a try.
// SPDX-License-Identifier: Apache-2.0
#include "core/webhooks/delivery_state.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

using namespace std::chrono_literals;

constexpr timestamp noon = from_ms(1'700'000'000'000);

delivery_state sending() {
  delivery_state s;
  s.told = 7;
  s.target = 9;
  return s;
}

TEST(delivery_state, pauses_double_from_ten_seconds_to_an_hour_K03) {
  EXPECT_EQ(pause_after_tries(1), 10s);
  EXPECT_EQ(pause_after_tries(2), 20s);
  EXPECT_EQ(pause_after_tries(9), 2'560s);
  EXPECT_EQ(pause_after_tries(10), 1h);
  EXPECT_EQ(pause_after_tries(4'000'000'000), 1h);
}

TEST(delivery_state, a_success_ends_the_message_and_its_failures_K03) {
  auto s = state_after(sending(), {503, {}, "HTTP status 503"}, noon);
  EXPECT_EQ(s.tries, 1U);
  EXPECT_EQ(s.failing_since, noon);
  EXPECT_EQ(s.told, 7);
  EXPECT_EQ(s.target, 9) << "the same message is sent again";
  EXPECT_EQ(s.not_before, noon + 10s);
  s = state_after(s, {500, {}, "HTTP status 500"}, noon + 10s);
  EXPECT_EQ(s.not_before, noon + 30s);
  EXPECT_EQ(s.failing_since, noon);
  s = state_after(s, {204}, noon + 30s);
  auto ended = sending();
  ended.told = 9;
  ended.target = 0;
  ended.told_at = noon + 30s;
  EXPECT_EQ(s, ended);
}

TEST(delivery_state, retry_after_makes_a_pause_longer_and_never_shorter_K03) {
  EXPECT_EQ(state_after(sending(), {429, 300s, "x"}, noon).not_before, noon + 300s);
  EXPECT_EQ(state_after(sending(), {429, 1s, "x"}, noon).not_before, noon + 10s);
  EXPECT_EQ(state_after(sending(), {429, 10'000'000s, "x"}, noon).not_before, noon + 24h) << "a day at most";
}

TEST(delivery_state, gone_ends_all_messages_and_no_other_status_does_K03) {
  EXPECT_TRUE(state_after(sending(), {410, {}, "x"}, noon).is_gone);
  for (const auto status : {0, 301, 400, 404, 409, 411, 500})
    EXPECT_FALSE(state_after(sending(), {status, {}, "x"}, noon).is_gone) << status;
}

TEST(delivery_state, of_too_many_events_the_oldest_are_dropped_and_counted_K03) {
  EXPECT_EQ(without_oldest(sending(), 107, 100), sending());
  const auto s = without_oldest(sending(), 120, 100);
  EXPECT_EQ(s.told, 20);
  EXPECT_EQ(s.target, 0);
  EXPECT_EQ(s.dropped, 13U);
}

}  // namespace
}  // namespace laundromat
