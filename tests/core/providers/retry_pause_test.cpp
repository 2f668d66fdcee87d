// Tests of the pauses after failures.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/retry_pause.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(retry_pause, is_twice_as_long_each_time_up_to_a_day_G12) {
  EXPECT_EQ(wait_after_failures(1), seconds{60});
  EXPECT_EQ(wait_after_failures(3), seconds{240});
  EXPECT_EQ(wait_after_failures(4'000'000'000), seconds{86'400});
}

}  // namespace
}  // namespace laundromat
