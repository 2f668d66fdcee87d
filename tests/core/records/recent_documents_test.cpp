// Tests of the rate of the last day.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/recent_documents.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr timestamp midnight{std::chrono::days{20'000}};
constexpr std::chrono::hours hour{1};

TEST(recent_documents, are_those_of_this_day_and_a_share_of_the_day_before) {
  auto sum = with_documents({}, 24, midnight + hour);
  EXPECT_DOUBLE_EQ(documents_an_hour(sum, midnight + 2 * hour), 1);
  sum = with_documents(sum, 12, midnight + 25 * hour);
  EXPECT_EQ(sum, (recent_documents{20'001, 12, 24}));
  EXPECT_DOUBLE_EQ(documents_an_hour(sum, midnight + 36 * hour), 1);
  EXPECT_DOUBLE_EQ(documents_an_hour(sum, midnight + 60 * hour), 0.25) << "a day later";
  EXPECT_DOUBLE_EQ(documents_an_hour(sum, midnight + 72 * hour), 0);
}

TEST(recent_documents, that_come_late_count_for_the_newest_day) {
  const auto sum = with_documents(with_documents({}, 1, midnight + 24 * hour), 1, midnight);
  EXPECT_EQ(sum, (recent_documents{20'001, 2, 0}));
}

}  // namespace
}  // namespace laundromat
