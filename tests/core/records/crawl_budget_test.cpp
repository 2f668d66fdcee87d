// Tests of the budgets of a campaign and of its hosts.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/crawl_budget.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(crawl_budget, is_used_up_by_documents_bytes_or_time_and_has_no_limit_without_a_number) {
  const crawl_use use{7, 900, milliseconds{5'000}, 3};
  EXPECT_FALSE(is_used_up(use, {}));
  EXPECT_FALSE(is_used_up(use, {8, 901, milliseconds{5'001}}));
  EXPECT_TRUE(is_used_up(use, {7}));
  EXPECT_TRUE(is_used_up(use, {0, 900}));
  EXPECT_TRUE(is_used_up(use, {0, 0, milliseconds{5'000}}));
}

TEST(crawl_budget, leaves_room_for_a_number_of_found_uris_of_a_host) {
  crawl_use use;
  const crawl_budget usual;
  EXPECT_EQ(room_for_found(use, usual, 200'000), 100'000U);
  use.found_uris = 99'999;
  EXPECT_EQ(room_for_found(use, usual, 5), 1U);
  use.found_uris = 100'001;
  EXPECT_EQ(room_for_found(use, usual, 5), 0U);
  EXPECT_FALSE(is_used_up(use, usual)) << "its known URIs are still crawled";
  EXPECT_EQ(room_for_found(use, {0, 0, milliseconds{}, 0}, 5), 5U);
}

}  // namespace
}  // namespace laundromat
