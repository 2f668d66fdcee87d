// Tests of the share of the processors, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/processor_share.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr auto at_begin = from_ms(1'750'000'000'000);

TEST(processor_share, is_spent_by_more_than_its_part_and_comes_back) {
  processor_share share{0.1, 4};
  share.observe({}, at_begin);
  share.observe({.used = 2.3}, at_begin + seconds{1});
  EXPECT_FALSE(share.is_spent()) << "2 s at the begin, and 0.4 s of this second";
  share.observe({.used = 3.3}, at_begin + seconds{2});
  EXPECT_TRUE(share.is_spent());
  share.observe({.used = 3.3}, at_begin + seconds{3});
  EXPECT_TRUE(share.is_spent());
  share.observe({.used = 3.3}, at_begin + seconds{4});
  EXPECT_FALSE(share.is_spent());
}

TEST(processor_share, soon_forgets_what_was_used_long_ago) {
  processor_share share{0.1, 4};
  share.observe({}, at_begin);
  share.observe({.used = 1'000}, at_begin + seconds{1});
  share.observe({.used = 1'000}, at_begin + seconds{5});
  EXPECT_TRUE(share.is_spent());
  share.observe({.used = 1'000}, at_begin + seconds{7});
  EXPECT_FALSE(share.is_spent());
}

TEST(processor_share, grows_by_what_is_idle_beyond_half_of_the_machine) {
  processor_share share{0.1, 4};
  share.observe({}, at_begin);
  for (int i = 1; i < 60; ++i) {
    share.observe({.used = i * 1.3, .idle = i * 3.0}, at_begin + seconds{i});
    EXPECT_FALSE(share.is_spent()) << i;
  }
  for (int i = 1; i < 60; ++i)
    share.observe({.used = 59 * 1.3 + i * 0.5, .idle = 59 * 3.0 + i * 2.0}, at_begin + seconds{59 + i});
  EXPECT_TRUE(share.is_spent()) << "with two of four processors idle it has its tenth only";
}

TEST(processor_share, does_not_mind_clocks_that_go_back) {
  processor_share share{0.1, 1};
  share.observe({.used = 5, .idle = 5}, at_begin);
  share.observe({}, at_begin - seconds{5});
  EXPECT_FALSE(share.is_spent());
}

}  // namespace
}  // namespace laundromat
