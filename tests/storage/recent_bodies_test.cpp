// Tests of the bodies that are kept for the washer.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/recent_bodies.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

segment_place at(std::uint64_t offset) {
  return {1, offset, 100};
}

TEST(recent_bodies, a_body_is_given_away_once) {
  recent_bodies kept;
  kept.keep(at(0), "a");
  kept.keep(at(100), "b");
  kept.keep(at(100), "the same record again");
  EXPECT_EQ(kept.take(at(100)), "b");
  EXPECT_EQ(kept.take(at(100)), std::nullopt);
  EXPECT_EQ(kept.take(at(0)), "a");
}

TEST(recent_bodies, the_oldest_are_forgotten) {
  recent_bodies kept;
  const std::string body(recent_bodies::most_body_bytes, 'x');
  constexpr auto most = recent_bodies::most_bytes / recent_bodies::most_body_bytes;
  for (std::size_t i = 0; i <= most; ++i) kept.keep(at(i), body);
  EXPECT_EQ(kept.take(at(0)), std::nullopt);
  EXPECT_EQ(kept.take(at(1)), body);
  kept.keep(at(most + 1), body + 'x');
  EXPECT_EQ(kept.take(at(most + 1)), std::nullopt) << "too large";
}

TEST(recent_bodies, what_was_taken_makes_room) {
  recent_bodies kept;
  const std::string body(recent_bodies::most_body_bytes, 'x');
  kept.keep(at(0), "a");
  for (std::size_t i = 1; i < 200; ++i) {
    kept.keep(at(i), body);
    ASSERT_EQ(kept.take(at(i)), body);
  }
  EXPECT_EQ(kept.take(at(0)), "a");
}

}  // namespace

}  // namespace laundromat
