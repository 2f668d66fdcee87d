// Tests of X-Robots-Tag and meta robots.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/robots_directives.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace laundromat {
namespace {

robots_directives read(const std::vector<std::string>& fields) {
  return read_robots_fields(fields, "laundromat");
}

timestamp at(int year) {
  return timestamp{std::chrono::sys_days{std::chrono::year{year} / 1 / 1}};
}

TEST(robots_directives, restrict_what_may_be_done) {
  EXPECT_EQ(read({"noindex"}), (robots_directives{true, false, false, {}}));
  EXPECT_EQ(read({" NoFollow , noarchive"}), (robots_directives{false, true, true, {}}));
  EXPECT_EQ(read({"none"}), (robots_directives{true, true, false, {}}));
  EXPECT_EQ(read({"all", "index, follow", "nosnippet, max-snippet:20, noai", "", ",,:"}),
            robots_directives{});
}

TEST(robots_directives, of_several_lines_add_up_and_nothing_takes_them_back) {
  EXPECT_EQ(read({"noindex", "index, all", "nofollow"}), (robots_directives{true, true, false, {}}));
}

TEST(robots_directives, of_an_agent_are_for_that_agent_only) {
  EXPECT_EQ(read({"googlebot: noindex"}), robots_directives{});
  EXPECT_EQ(read({"LaundroMat: noindex"}), (robots_directives{true, false, false, {}}));
  EXPECT_EQ(read({"*: noindex"}), (robots_directives{true, false, false, {}}));
  EXPECT_EQ(read({"noarchive, googlebot: noindex, nofollow, laundromat: nofollow"}),
            (robots_directives{false, true, true, {}}));
  EXPECT_EQ(read({"googlebot: unavailable_after: 2010-01-01, noindex"}), robots_directives{});
}

TEST(robots_directives, end_the_availability_at_a_date) {
  const auto asked = read({"unavailable_after: 25 Jun 2010 15:00:00 PST"});
  EXPECT_EQ(to_iso8601(asked.unavailable_after), "2010-06-25T23:00:00.000Z");
  EXPECT_TRUE(asked.may_publish(at(2010)));
  EXPECT_FALSE(asked.may_publish(at(2011)));
  EXPECT_EQ(read({"unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noarchive"}),
            (robots_directives{false, false, true, asked.unavailable_after}));
  EXPECT_EQ(read({"unavailable_after: 2020-01-01", "unavailable_after: 2019-01-01"}).unavailable_after,
            at(2019));
  EXPECT_EQ(read({"unavailable_after: soon, noindex"}), (robots_directives{true, false, false, {}}));
}

TEST(robots_directives, of_a_page_name_no_agent) {
  EXPECT_EQ(read_robots_content("noindex,nofollow"), (robots_directives{true, true, false, {}}));
  EXPECT_TRUE(read_robots_content("noindex").may_publish(at(2020)) == false);
}

}  // namespace
}  // namespace laundromat
