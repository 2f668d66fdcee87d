// Claims about the rules of a served folder.
// SPDX-License-Identifier: Apache-2.0
#include "app/site_rules.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(site_rules, every_action_is_read) {
  using enum site_exception::action;
  const auto rules = read_site_rules(
      "# comment\n\n/a redirect /b 301\r\n/c redirect /d\n/e status 410 Closed for good.\n/f\tmedia_type  "
      "text/plain\n"
      "/g header Link </h>; rel=next\n/i delay 50\n/j truncate 9",
      "r");
  ASSERT_TRUE(rules) << to_string(rules.error().front());
  EXPECT_EQ(*rules, (std::vector<site_exception>{{"/a", redirect, 301, "", "/b"},
                                                 {"/c", redirect, 302, "", "/d"},
                                                 {"/e", status, 410, "", "Closed for good."},
                                                 {"/f", media_type, 0, "", "text/plain"},
                                                 {"/g", header, 0, "Link", "</h>; rel=next"},
                                                 {"/i", delay, 50, "", ""},
                                                 {"/j", truncate, 9, "", ""}}));
}

TEST(site_rules, every_wrong_line_is_named) {
  const auto rules = read_site_rules(
      "a status 200\n/b stats 200\n/c status\n/d redirect\n/e redirect /f 200\n/g delay x\n", "r");
  ASSERT_FALSE(rules);
  ASSERT_EQ(rules.error().size(), 6U);
  EXPECT_EQ(to_string(rules.error()[1]),
            "r:2: `stats` is no action: write redirect, status, media_type, header, delay or truncate");
}

TEST(site_rules, the_rules_of_the_demonstration_are_read) {
  const auto rules = load_site_rules(LAUNDROMAT_SOURCE_DIR "/conf/demo-web.rules");
  ASSERT_TRUE(rules);
  EXPECT_GE(rules->size(), 5U);
  EXPECT_FALSE(load_site_rules("/nonexistent"));
  EXPECT_TRUE(load_site_rules("")->empty());
}

}  // namespace
}  // namespace laundromat
