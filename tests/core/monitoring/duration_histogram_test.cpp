// Tests of the histogram of durations, and of the meters that fill one.
// SPDX-License-Identifier: Apache-2.0
#include "core/monitoring/duration_histogram.hpp"

#include <gtest/gtest.h>

#include "core/monitoring/engine_meters.hpp"

namespace laundromat {

using std::chrono::microseconds;

TEST(duration_histogram, an_upper_bound_belongs_to_its_bucket) {
  EXPECT_TRUE(std::ranges::is_sorted(duration_bounds));
  EXPECT_EQ(bucket_of(microseconds{-5}), 0U);
  EXPECT_EQ(bucket_of(microseconds{0}), 0U);
  for (std::size_t i = 0; i < duration_bounds.size(); ++i) {
    EXPECT_EQ(bucket_of(duration_bounds[i]), i);
    EXPECT_EQ(bucket_of(duration_bounds[i] + microseconds{1}), i + 1);
  }
}

TEST(duration_histogram, counts_and_adds_up) {
  duration_histogram made;
  for (const int us : {-3, 10, 1'000, 1'001, 7'000'000}) made.add(microseconds{us});
  EXPECT_EQ(made.count(), 5U);
  EXPECT_EQ(made.counts[0], 3U);
  EXPECT_EQ(made.counts[1], 1U);
  EXPECT_EQ(made.sum, microseconds{7'002'011}) << "a negative duration adds nothing";
}

TEST(engine_meters, are_read_as_they_were_filled) {
  engine_meters meters;
  meters.commits.committed(microseconds{1'500}, 16);
  meters.commits.committed(microseconds{900}, 2);
  meters.commits.failed();
  duration_histogram expected;
  expected.add(microseconds{1'500});
  expected.add(microseconds{900});
  EXPECT_TRUE(meters.commits.read() == (commit_figures{18, 1, microseconds{1'500}, expected}));
  meters.washers.started();
  meters.washers.started();
  meters.washers.crashed();
  meters.washers.ended();
  EXPECT_TRUE(meters.washers.read() == (washer_figures{2, 1, 1}));
}

TEST(http_status_counts, has_no_more_names_than_there_are_codes) {
  http_status_counts counts;
  for (int status = 0; status < 1'200; ++status) counts.add(static_cast<std::uint16_t>(status));
  EXPECT_EQ(counts.other, 700U);
  EXPECT_TRUE(std::ranges::all_of(counts.of, [](std::uint64_t n) { return n == 1; }));
}

}  // namespace laundromat
