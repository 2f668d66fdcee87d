// Tests of the budgets of a campaign and of its hosts.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/crawl_budget.hpp"

#include <gtest/gtest.h>

#include "core/campaign/campaign.hpp"

namespace laundromat {
namespace {

TEST(crawl_budget, is_used_up_by_documents_bytes_or_time_and_has_no_limit_without_a_number) {
  const crawl_use use{7, 900, milliseconds{5'000}};
  EXPECT_FALSE(is_used_up(use, {}));
  EXPECT_FALSE(is_used_up(use, {8, 901, milliseconds{5'001}}));
  EXPECT_TRUE(is_used_up(use, {7}));
  EXPECT_TRUE(is_used_up(use, {0, 900}));
  EXPECT_TRUE(is_used_up(use, {0, 0, milliseconds{5'000}}));
}

TEST(crawl_budget, is_described_by_the_first_measure_that_is_used_up) {
  const crawl_use use{7, 2'048, milliseconds{5'900}};
  EXPECT_EQ(describe_used_up(use, {8, 2'049, milliseconds{6'000}}), "");
  EXPECT_EQ(describe_used_up(use, {5, 1'024}), "7 of 5 documents");
  EXPECT_EQ(describe_used_up(use, {0, 1'024}), "2,048 of 1,024 bytes");
  EXPECT_EQ(describe_used_up(use, {0, 0, milliseconds{1'000}}), "5 of 1 second");
}

TEST(crawl_budget, is_read_from_the_campaign) {
  campaign c;
  EXPECT_EQ(budgets_for(c).campaign, crawl_budget{});
  c.budgets = {10, 2, 0.5, 3, 1, 0.25};
  EXPECT_EQ(budgets_for(c).campaign, (crawl_budget{10, 2U << 20U, milliseconds{1'800'000}}));
  EXPECT_EQ(budgets_for(c).host, (crawl_budget{3, 1U << 20U, milliseconds{900'000}}));
}

}  // namespace
}  // namespace laundromat
