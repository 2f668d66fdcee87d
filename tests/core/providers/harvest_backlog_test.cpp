// Tests of what is harvested when a provider changes faster than a harvest ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace laundromat {
namespace {

constexpr timestamp day(int number) {
  return from_ms(86'400'000LL * number);
}

TEST(harvest_backlog, of_a_provider_that_changes_daily_while_a_harvest_takes_four_days_has_one_harvest_G20) {
  harvest_backlog backlog;
  std::vector<timestamp> harvested, skipped;
  for (int today = 1; today <= 20; ++today) {
    if (backlog.running() && today % 4 == 1) {
      harvested.push_back(*backlog.running());
      (void)backlog.end();
    }
    const auto step = backlog.announce(day(today));
    EXPECT_EQ(step.starts, today == 1);
    if (step.skipped) skipped.push_back(*step.skipped);
    EXPECT_EQ(backlog.announce(day(today)), harvest_backlog::step{}) << "it is asked every minute";
  }
  EXPECT_EQ(harvested, (std::vector{day(1), day(4), day(8), day(12)}));
  EXPECT_EQ(backlog.running(), day(16));
  EXPECT_EQ(backlog.pending(), day(20));
  EXPECT_EQ(harvested.size() + skipped.size() + 2, 20U)
      << "each version was harvested or is named as skipped";
}

TEST(harvest_backlog, is_empty_again_after_the_last_harvest_G20) {
  harvest_backlog backlog;
  EXPECT_TRUE(backlog.announce(day(2)).starts);
  EXPECT_EQ(backlog.announce(day(1)), harvest_backlog::step{}) << "the date moved backwards";
  EXPECT_EQ(backlog.end(), std::nullopt);
  EXPECT_TRUE(backlog.announce(day(3)).starts);
}

}  // namespace
}  // namespace laundromat
