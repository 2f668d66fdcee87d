// Tests of what is harvested when a provider changes faster than a harvest ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/providers/harvest_schedule.hpp"

namespace laundromat {
namespace {

constexpr timestamp day(int number) {
  return from_ms(86'400'000LL * number);
}

provider_dataset announced_of(timestamp modified) {
  return {"http://e.example/d", modified, dump_extent::partial, {"http://e.example/dump"}, {}};
}

/// A dataset of which the harvest of this day runs.
stored_dataset running_of(timestamp running, timestamp pending = {}) {
  stored_dataset dataset;
  dataset.announced = announced_of(running);
  dataset.running = running;
  dataset.pending = pending;
  return dataset;
}

TEST(harvest_backlog, of_a_provider_that_changes_daily_while_a_harvest_takes_four_days_has_one_harvest_G20) {
  stored_dataset dataset;
  std::vector<timestamp> harvested, skipped;
  for (int today = 1; today <= 20; ++today) {
    if (dataset.running != timestamp{} && today % 4 == 1) {
      harvested.push_back(dataset.running);
      const auto pending = dataset.pending;
      end_harvest(dataset);
      if (pending != timestamp{})
        dataset = next_of({dataset}, {announced_of(pending)}, {}, day(today)).datasets[0];
      if (pending != timestamp{}) begin_harvest(dataset, day(today), day(today));
    }
    const auto next = next_of({dataset}, {announced_of(day(today))}, {}, day(today));
    for (const auto& one : next.skipped) skipped.push_back(one.modified);
    dataset = next.datasets.front();
    if (dataset.running == timestamp{}) begin_harvest(dataset, day(today), day(today));
    const auto again = next_of({dataset}, {announced_of(day(today))}, {}, day(today));
    EXPECT_EQ(again.datasets.front(), dataset) << "it is asked every minute";
    EXPECT_TRUE(again.skipped.empty());
  }
  EXPECT_EQ(harvested, (std::vector{day(1), day(4), day(8), day(12)}));
  EXPECT_EQ(dataset.running, day(16));
  EXPECT_EQ(dataset.pending, day(20));
  EXPECT_EQ(harvested.size() + skipped.size() + 2, 20U)
      << "each version was harvested or is named as skipped";
}

TEST(harvest_backlog, has_nothing_for_a_date_that_moved_backwards_G20) {
  const auto of = [](stored_dataset dataset, timestamp modified) {
    const auto next = next_of({dataset}, {announced_of(modified)}, {}, day(9));
    EXPECT_TRUE(next.skipped.empty());
    return next.datasets.front().pending;
  };
  EXPECT_EQ(of(running_of(day(2)), day(1)), timestamp{});
  EXPECT_EQ(of(running_of(day(2), day(4)), day(3)), day(4));
}

}  // namespace
}  // namespace laundromat
