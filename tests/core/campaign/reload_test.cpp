// Tests of what can be changed while an engine runs.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/reload.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(reload, puts_pools_politeness_seeds_and_what_is_followed_in_force) {
  const campaign before;
  auto after = before;
  after.pools.parsers = 9;
  after.politeness.delay_s = 7;
  after.seeds.push_back({"http://e/", 0, 0});
  after.discovery.follow = {"dump"};
  after.disk.intake_mib = 5'000;
  after.pools.transfers = 3;
  after.raw.keep_days = 30;
  after.raw.keep_mib = 1;
  after.raw.keep_newest = 2;
  EXPECT_TRUE(keys_that_need_a_restart(before, after).empty());
  const auto in_force = reloadable_part(before, after);
  EXPECT_EQ(in_force.pools.parsers, 9U);
  EXPECT_EQ(in_force.politeness.delay_s, 7);
  EXPECT_EQ(in_force.pools.transfers, 3U);
  EXPECT_EQ(in_force.raw, after.raw);
  EXPECT_EQ(in_force.seeds.size(), 1U);
}

TEST(reload, keeps_what_needs_a_restart_and_names_it) {
  const campaign before;
  auto after = before;
  after.data = "elsewhere";
  after.washing.profile = "strict";
  after.limits.depth = 1;
  after.raw.requests = false;
  after.pools.parsers = 9;
  after.index.labels = {false};
  EXPECT_EQ(keys_that_need_a_restart(before, after),
            (std::vector<std::string>{"data", "washing", "raw", "limits", "index"}));
  const auto in_force = reloadable_part(before, after);
  EXPECT_EQ(in_force.data, before.data);
  EXPECT_EQ(in_force.washing, before.washing);
  EXPECT_EQ(in_force.limits, before.limits);
  EXPECT_EQ(in_force.index, before.index);
  EXPECT_EQ(in_force.pools.parsers, 9U);
}

}  // namespace
}  // namespace laundromat
