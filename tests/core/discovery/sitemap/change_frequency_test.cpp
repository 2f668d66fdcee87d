// Tests of change frequencies and priorities (L04).
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/change_frequency.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(change_frequency, reads_the_words_of_the_protocol_L04) {
  const auto read = [](std::string_view text) { return read_change_frequency(text).value; };
  EXPECT_EQ(read("always"), seconds{0});
  EXPECT_EQ(read("hourly"), std::chrono::hours{1});
  EXPECT_EQ(read("daily"), std::chrono::hours{24});
  EXPECT_EQ(read("\n Weekly\t"), std::chrono::hours{7 * 24});
  EXPECT_EQ(read("MONTHLY"), std::chrono::hours{30 * 24});
  EXPECT_EQ(read("yearly"), std::chrono::hours{365 * 24});
  EXPECT_EQ(read("never"), seconds::max());
}

TEST(change_frequency, reads_durations_and_seconds_L04) {
  const auto read = [](std::string_view text) {
    return read_change_frequency(text).value.value_or(seconds{-1}).count();
  };
  EXPECT_EQ(read("P1D"), 86'400);
  EXPECT_EQ(read("PT6H30M"), 23'400);
  EXPECT_EQ(read("P1Y2M3DT4H5M6.7S"), ((365 + 60 + 3) * 24 + 4) * 3'600 + 5 * 60 + 6);
  EXPECT_EQ(read("p2w"), 14 * 86'400);
  EXPECT_EQ(read("86400"), 86'400);
  EXPECT_EQ(read("0"), 0);
  EXPECT_EQ(read("P0D"), 0);
}

TEST(change_frequency, refuses_the_rest_with_a_fault) {
  for (const auto* text :
       {"", "sometimes", "P", "PT", "P1", "1D", "-P1D", "P1S", "PT1D", "P1D1Y", "PT1.S", "P9999999999999Y",
        "P1001Y", "99999999999999", "-5", "1.5", "dailyweekly", "P1DT"}) {
    EXPECT_FALSE(read_change_frequency(text).value) << text;
    EXPECT_FALSE(read_change_frequency(text).fault.empty()) << text;
  }
}

TEST(priority, is_a_number_from_0_to_1) {
  EXPECT_EQ(read_priority("0.8").value, 0.8);
  EXPECT_EQ(read_priority(" 1 ").value, 1.0);
  EXPECT_EQ(read_priority("0").value, 0.0);
  EXPECT_EQ(read_priority("0,5"), (priority_reading{0.5, "has a comma as decimal mark"}));
  for (const auto* text : {"", "1.1", "-0.1", "nan", "inf", "0.5x", "high", "0.5,5", "1e-1"})
    EXPECT_FALSE(read_priority(text).value) << text;
}

}  // namespace
}  // namespace laundromat
