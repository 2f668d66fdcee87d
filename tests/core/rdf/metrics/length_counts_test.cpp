// Summaries compared with those of all values, sorted.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/length_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace laundromat {
namespace {

distribution summary_of(std::vector<std::uint64_t> values) {
  std::ranges::sort(values);
  const auto n = static_cast<double>(values.size());
  const auto mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  const auto squares = std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, std::uint64_t v) {
    return sum + (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
  });
  const auto middle = values.size() / 2;
  const auto median =
      (static_cast<double>(values[(values.size() - 1) / 2]) + static_cast<double>(values[middle])) / 2;
  return {values.size(), values.front(), values.back(), mean, median, std::sqrt(squares / n)};
}

void expect_same(const distribution& actual, const distribution& expected, double median_error) {
  EXPECT_EQ(actual.count, expected.count);
  EXPECT_EQ(actual.min, expected.min);
  EXPECT_EQ(actual.max, expected.max);
  EXPECT_NEAR(actual.mean, expected.mean, 1e-9 * expected.mean);
  EXPECT_NEAR(actual.std, expected.std, 1e-6 * expected.std + 1e-9);
  EXPECT_NEAR(actual.median, expected.median, median_error * expected.median);
}

TEST(length_counts, is_empty_without_values) {
  EXPECT_EQ(length_counts{}.summary(), distribution{});
}

TEST(length_counts, takes_the_mean_of_the_two_middle_values) {
  length_counts counts;
  for (const auto value : {1U, 2U, 5U, 90U}) counts.add(value);
  EXPECT_EQ(counts.summary().median, 3.5);
}

TEST(length_counts, is_exact_below_the_limit_and_approximate_above) {
  std::mt19937_64 random(7);
  for (const auto most : {10U, 1'023U, 1'024U, 5'000U, 100'000'000U}) {
    std::vector<std::uint64_t> values;
    length_counts counts, left, right;
    for (int i = 0; i < 3'001; ++i) {
      values.push_back(random() % (most + 1));
      counts.add(values.back());
      (i % 3 == 0 ? left : right).add(values.back());
    }
    const auto expected = summary_of(values);
    expect_same(counts.summary(), expected, expected.median < length_counts::exact_below ? 0 : 1.0 / 256);
    left.add(right);
    EXPECT_EQ(left.summary(), counts.summary()) << "most " << most;
  }
}

TEST(length_counts, adds_shorter_and_longer_counts) {
  for (const std::uint64_t value : {0U, 63U, 64U, 127U, 128U, 1'023U, 1'024U})
    for (const std::uint64_t other : {1U, 63U, 64U, 65U, 1'023U, 2'000U}) {
      length_counts both, one, two;
      both.add(value);
      both.add(other, 2);
      one.add(value);
      two.add(other, 2);
      two.add(5'000, 0);
      one.add(two);
      EXPECT_EQ(one.summary(), both.summary()) << value << " and " << other;
    }
}

TEST(length_counts, has_room_for_the_largest_values) {
  length_counts counts;
  counts.add(UINT64_MAX);
  counts.add(0, 2);
  EXPECT_EQ(counts.summary().max, UINT64_MAX);
  EXPECT_EQ(counts.summary().min, 0U);
  EXPECT_EQ(counts.summary().median, 0);
}

}  // namespace
}  // namespace laundromat
