// Tests of the age of robots.txt, in simulated time.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots_cache.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

using namespace std::chrono_literals;

const timestamp first_day = from_ms(1'700'000'000'000);

// Fetches whenever it is due in [first_day, first_day + length), once a minute at most; returns how often.
int fetches(robots_memory& memory, robots_access answer, milliseconds length) {
  int count = 0;
  for (auto now = first_day; now < first_day + length; now += 1min) {
    if (memory.next_fetch() > now) continue;
    memory.note(answer, now);
    ++count;
  }
  return count;
}

}  // namespace

TEST(robots_cache, a_file_is_valid_for_a_day_rfc9309_2_4_R04) {
  robots_memory memory;
  EXPECT_EQ(fetches(memory, robots_access::by_rules, 23h), 1);
  robots_memory longer;
  EXPECT_EQ(fetches(longer, robots_access::allow_all, 25h), 2);
}

TEST(robots_cache, nothing_is_allowed_before_the_first_answer) {
  EXPECT_EQ(robots_memory{}.access_at(first_day), robots_access::disallow_all);
  EXPECT_EQ(robots_memory{}.next_fetch(), timestamp{});
}

TEST(robots_cache, an_unreachable_file_forbids_everything_and_is_retried_rarely_R03) {
  robots_memory memory;
  EXPECT_LE(fetches(memory, robots_access::disallow_all, 10min + 1ms), 4);
  EXPECT_EQ(memory.access_at(first_day + 10min), robots_access::disallow_all);
  memory.note(robots_access::by_rules, first_day + 11min);
  EXPECT_EQ(memory.access_at(first_day + 11min), robots_access::by_rules);
  EXPECT_EQ(memory.failures, 0U);
}

TEST(robots_cache, retries_are_three_quick_ones_and_then_hourly_R03) {
  robots_memory memory;
  for (int i = 0; i < 3; ++i) {
    memory.note(robots_access::disallow_all, first_day);
    EXPECT_EQ(memory.next_fetch(), first_day + 5min);
  }
  memory.note(robots_access::disallow_all, first_day);
  EXPECT_EQ(memory.next_fetch(), first_day + 1h);
}

TEST(robots_cache, a_failure_forbids_even_with_an_older_copy_rfc9309_2_3_1_4) {
  robots_memory memory;
  memory.note(robots_access::by_rules, first_day);
  memory.note(robots_access::disallow_all, first_day + 24h);
  EXPECT_EQ(memory.access_at(first_day + 25h), robots_access::disallow_all);
}

TEST(robots_cache, after_thirty_days_the_last_answer_applies_rfc9309_2_3_1_4) {
  robots_memory unknown;
  for (int day = 0; day < 30; ++day) unknown.note(robots_access::disallow_all, first_day + day * 24h);
  EXPECT_EQ(unknown.access_at(first_day + 720h - 1ms), robots_access::disallow_all);
  EXPECT_EQ(unknown.access_at(first_day + 720h), robots_access::allow_all);
  robots_memory known;
  known.note(robots_access::by_rules, first_day);
  known.note(robots_access::disallow_all, first_day + 24h);
  EXPECT_EQ(known.access_at(first_day + 24h + 720h), robots_access::by_rules);
}

TEST(robots_memory, an_answer_ends_the_period_of_failures) {
  robots_memory memory;
  memory.note(robots_access::disallow_all, from_ms(1'000));
  EXPECT_EQ(memory.failing_since, from_ms(1'000));
  memory.note(robots_access::allow_all, from_ms(2'000));
  EXPECT_EQ(memory.failing_since, timestamp{});
}

}  // namespace laundromat
