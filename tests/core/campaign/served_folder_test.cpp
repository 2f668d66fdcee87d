// Tests of the address that stands for `{serve}`.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/served_folder.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(served_folder, has_an_address_only_where_a_campaign_serves_one) {
  campaign settings;
  settings.serve.port = 8080;
  EXPECT_EQ(served_address(settings), "");
  settings.serve.folder = "site";
  EXPECT_EQ(served_address(settings), "http://127.0.0.1:8080");
  const auto seed = seed_to_crawl(settings, {"{serve}/a.ttl", 0, 0});
  EXPECT_EQ(seed.uri, served_address(settings) + "/a.ttl");
  set_served_port(settings, 8081);
  EXPECT_EQ(settings.network.allow.back(), served_authority(8081));
}

}  // namespace
}  // namespace laundromat
