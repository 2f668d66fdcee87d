// Tests of requests that come again later.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/put_off_requests.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr timestamp at(int s) {
  return timestamp{std::chrono::seconds{s}};
}

TEST(put_off_requests, are_counted_until_their_time_has_come) {
  put_off_requests waiting;
  EXPECT_EQ(waiting.count(), 0U);
  EXPECT_EQ(waiting.next(), timestamp{});
  for (int s = 100; s < 130; s += 3) waiting.add(at(s));
  EXPECT_EQ(waiting.count(), 10U);
  EXPECT_EQ(waiting.next(), at(100));
  waiting.pass(at(99));
  EXPECT_EQ(waiting.count(), 10U);
  waiting.pass(at(115));
  EXPECT_EQ(waiting.count(), 6U) << "those of 112 s and later, in slices of ten seconds";
  EXPECT_EQ(waiting.next(), at(120));
  waiting.add(at(121));
  waiting.pass(at(130));
  EXPECT_EQ(waiting.count(), 0U);
}

}  // namespace
}  // namespace laundromat
