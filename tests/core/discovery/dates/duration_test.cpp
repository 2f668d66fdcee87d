// Tests of durations.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/dates/duration.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(duration, is_read_in_parts) {
  const auto read = [](std::string_view text) { return read_duration(text).value_or(seconds{-1}).count(); };
  EXPECT_EQ(read("P1D"), 86'400);
  EXPECT_EQ(read("P1Y2M3W4DT5H6M7.9S"), ((365 + 60 + 21 + 4) * 24 + 5) * 3'600 + 6 * 60 + 7);
  EXPECT_EQ(read("p0.5y"), 365 * 86'400 / 2);
  EXPECT_EQ(read("PT0,5H"), 1'800);
  EXPECT_EQ(read("P0D"), 0);
}

TEST(duration, of_another_form_is_none) {
  for (const auto* text : {"", "P", "PT", "P1", "1D", "-P1D", "P1S", "PT1D", "P1D1Y", "P1DT", "PT1.S",
                           "P1001Y", "P9999999999999Y", "P1D ", "P1.2.3D"})
    EXPECT_FALSE(read_duration(text)) << text;
}

}  // namespace
}  // namespace laundromat
