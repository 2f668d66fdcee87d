// Tests of the forecast of a full disk.
// SPDX-License-Identifier: Apache-2.0
#include "core/monitoring/disk_forecast.hpp"

#include <gtest/gtest.h>

#include <random>

namespace laundromat {

namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;
const timestamp start = from_ms(1'800'000'000'000);

/// One sample each ten seconds of `minutes`, of a disk that loses so many bytes a second.
disk_samples shrinking(std::int64_t minutes, std::uint64_t free_bytes, std::int64_t bytes_per_s,
                       std::int64_t noise = 0) {
  disk_samples out;
  std::mt19937_64 random{7};
  std::uniform_int_distribution<std::int64_t> jitter{-noise, noise};
  for (std::int64_t s = 0; s <= minutes * 60; s += 10)
    out.add({start + seconds{s}, static_cast<std::uint64_t>(static_cast<std::int64_t>(free_bytes) -
                                                            s * bytes_per_s + jitter(random))});
  return out;
}

}  // namespace

TEST(disk_forecast, continues_a_steady_loss_to_the_reserve) {
  const auto samples = shrinking(60, 100 * gib, 1 << 20);  // 3,600 MiB less after the hour
  const auto left = disk_forecast(samples.all(), 10 * gib);
  ASSERT_TRUE(left);
  EXPECT_NEAR(static_cast<double>(left->count()), 90 * 1024 - 3'600, 2);
}

TEST(disk_forecast, is_not_led_astray_by_files_that_come_and_go) {
  const auto samples = shrinking(60, 100 * gib, 1 << 20, 200 << 20);
  const auto left = disk_forecast(samples.all(), 10 * gib);
  ASSERT_TRUE(left);
  EXPECT_NEAR(static_cast<double>(left->count()), 90 * 1024 - 3'600, 5'000);
}

TEST(disk_forecast, says_nothing_of_a_disk_that_does_not_fill_or_was_watched_too_shortly) {
  EXPECT_FALSE(disk_forecast({}, 0));
  EXPECT_FALSE(disk_forecast(shrinking(60, gib, 0).all(), 0)) << "as much is free as before";
  EXPECT_FALSE(disk_forecast(shrinking(60, gib, -1'000).all(), 0)) << "more is free than before";
  EXPECT_FALSE(disk_forecast(shrinking(4, 100 * gib, 1 << 20).all(), 0)) << "four minutes";
  EXPECT_TRUE(disk_forecast(shrinking(5, 100 * gib, 1 << 20).all(), 0));
}

TEST(disk_forecast, is_zero_below_the_reserve_and_never_more_than_ten_years) {
  EXPECT_EQ(disk_forecast({{start, 5}}, 5), seconds{0});
  EXPECT_EQ(disk_forecast(shrinking(60, 100 * gib, 1 << 20).all(), 99 * gib), seconds{0});
  const auto slow = disk_forecast(shrinking(60, 1'000'000 * gib, 1).all(), 0);
  ASSERT_TRUE(slow);
  EXPECT_EQ(*slow, seconds{std::int64_t{10} * 365 * 86'400});
}

TEST(disk_samples, keeps_an_hour_and_a_bounded_number) {
  disk_samples kept;
  for (int s = 0; s < 3 * 3'600; ++s) kept.add({start + seconds{s}, 1});
  EXPECT_EQ(kept.all().size(), disk_samples::most);
  EXPECT_EQ(kept.all().back().at - kept.all().front().at, disk_samples::span);
  kept.add({start, 1});
  EXPECT_EQ(kept.all().size(), 1U) << "the clock was set back";
}

}  // namespace laundromat
