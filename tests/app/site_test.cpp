// Tests of the rules of a served folder, and of the port on which a campaign serves.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "app/site/served_site.hpp"
#include "app/site/site_rules.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

TEST(site_rules, every_action_is_read) {
  const auto read = read_site_rules(
      "# comment\n\n/a redirect /b 301\r\n/c redirect /d\n/e status 410 Closed for good.\n/f\tmedia_type  "
      "text/plain\n"
      "/g header Link </h>; rel=next\n/i delay 50\n/j truncate 9",
      "r");
  ASSERT_TRUE(read) << to_string(read.error().front());
  const auto& rules = *read;
  ASSERT_EQ(rules.size(), 7U);
  EXPECT_EQ(rules[0].path, "/a");
  EXPECT_EQ(std::get<serve_redirect>(rules[0].action).to, "/b");
  EXPECT_EQ(std::get<serve_redirect>(rules[0].action).status, 301);
  EXPECT_EQ(std::get<serve_redirect>(rules[1].action).status, 302);
  EXPECT_EQ(std::get<serve_status>(rules[2].action).status, 410);
  EXPECT_EQ(std::get<serve_status>(rules[2].action).body, "Closed for good.");
  EXPECT_EQ(std::get<serve_media_type>(rules[3].action).value, "text/plain");
  EXPECT_EQ(std::get<serve_header>(rules[4].action).name, "Link");
  EXPECT_EQ(std::get<serve_header>(rules[4].action).value, "</h>; rel=next");
  EXPECT_EQ(std::get<serve_delay>(rules[5].action).time, milliseconds{50});
  EXPECT_EQ(std::get<serve_truncated>(rules[6].action).keep_bytes, 9U);
}

TEST(site_rules, every_invalid_line_is_reported) {
  const auto rules = read_site_rules(
      "a status 200\n/b stats 200\n/c status\n/d redirect\n/e redirect /f 200\n/g delay x\n/h header\n", "r");
  ASSERT_FALSE(rules);
  ASSERT_EQ(rules.error().size(), 7U);
  EXPECT_EQ(to_string(rules.error()[1]),
            "r:2: `stats` is not an action: write redirect, status, media_type, header, delay or truncate");
  EXPECT_EQ(to_string(rules.error()[2]), "r:3: write `PATH status CODE [BODY]`");
}

TEST(site_rules, the_rules_of_the_demonstration_are_read) {
  const auto rules = load_site_rules(source_path("conf/demo-web.rules"));
  ASSERT_TRUE(rules);
  EXPECT_GE(rules->size(), 5U);
  EXPECT_FALSE(load_site_rules("/nonexistent"));
  EXPECT_TRUE(load_site_rules("")->empty());
}

campaign serving_campaign(const std::filesystem::path& data) {
  campaign c;
  c.data = data.string();
  c.serve.folder = source_path("conf/demo-web");
  c.seeds = {{"{serve}/machines.nt", 1, 0}, {"http://elsewhere.example/", 1, 0}};
  return c;
}

TEST(served_site, the_port_is_kept_for_the_next_run_so_that_seeds_keep_their_hash) {
  const temporary_folder data;
  std::string first;
  for (int run = 0; run < 2; ++run) {
    auto c = serving_campaign(data.path());
    const auto site = serve_campaign(c);
    ASSERT_TRUE(site) << site.error();
    ASSERT_TRUE(*site);
    const auto uri = seed_to_crawl(c, c.seeds[0]).uri;
    EXPECT_TRUE(uri.starts_with("http://127.0.0.1:")) << uri;
    EXPECT_EQ(seed_to_crawl(c, c.seeds[1]).uri, "http://elsewhere.example/");
    if (run == 0) first = uri;
    EXPECT_EQ(uri, first);
  }
}

TEST(served_site, a_stored_port_in_use_is_replaced_for_one_run_and_not_forgotten) {
  const temporary_folder data;
  auto one = serving_campaign(data.path());
  auto two = one;
  auto three = one;
  {
    const auto first = serve_campaign(one);
    const auto second = serve_campaign(two);
    ASSERT_TRUE(first && second);
    EXPECT_NE(one.serve.port, two.serve.port);
  }
  const auto third = serve_campaign(three);
  ASSERT_TRUE(third);
  EXPECT_EQ(three.serve.port, one.serve.port);
}

TEST(served_site, a_campaign_without_a_folder_serves_nothing) {
  campaign c;
  const auto site = serve_campaign(c);
  ASSERT_TRUE(site);
  EXPECT_FALSE(*site);
}

}  // namespace
}  // namespace laundromat
