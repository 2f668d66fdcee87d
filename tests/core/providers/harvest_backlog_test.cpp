// Tests of what is harvested when a provider changes faster than a harvest ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace laundromat {
namespace {

constexpr timestamp day(int number) {
  return from_ms(86'400'000LL * number);
}

TEST(harvest_backlog, of_a_provider_that_changes_daily_while_a_harvest_takes_four_days_has_one_harvest_G20) {
  std::optional<timestamp> running, pending;
  std::vector<timestamp> harvested, skipped;
  for (int today = 1; today <= 20; ++today) {
    if (running && today % 4 == 1) {
      harvested.push_back(*running);
      running = std::exchange(pending, std::nullopt);
    }
    if (!running) {
      running = day(today);
      continue;
    }
    const auto backlog = announce_change(*running, pending, day(today));
    if (backlog.skipped) skipped.push_back(*backlog.skipped);
    pending = backlog.pending;
    EXPECT_EQ(announce_change(*running, pending, day(today)), (harvest_backlog{pending, std::nullopt}))
        << "it is asked every minute";
  }
  EXPECT_EQ(harvested, (std::vector{day(1), day(4), day(8), day(12)}));
  EXPECT_EQ(running, day(16));
  EXPECT_EQ(pending, day(20));
  EXPECT_EQ(harvested.size() + skipped.size() + 2, 20U)
      << "each version was harvested or is named as skipped";
}

TEST(harvest_backlog, has_nothing_for_a_date_that_moved_backwards_G20) {
  EXPECT_EQ(announce_change(day(2), std::nullopt, day(1)), harvest_backlog{});
  EXPECT_EQ(announce_change(day(2), day(4), day(3)), (harvest_backlog{day(4), std::nullopt}));
}

}  // namespace
}  // namespace laundromat
