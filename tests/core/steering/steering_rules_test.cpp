// Tests of what an operator pauses and excludes.
// SPDX-License-Identifier: Apache-2.0
#include "core/steering/steering_rules.hpp"

#include <gtest/gtest.h>

#include "core/web/seed_hash.hpp"

namespace laundromat {
namespace {

steering_rule rule(steering_kind kind, std::string_view what, std::string reason = "") {
  auto made = make_rule(kind, what, std::move(reason), {});
  EXPECT_TRUE(made) << (made ? "" : made.error().detail);
  return made.value_or(steering_rule{});
}

TEST(steering_rules, let_all_through_without_a_rule) {
  EXPECT_EQ(steering_rules{}.judge("http://e/").code, errc::ok);
}

TEST(steering_rules, exclude_a_host_with_every_port_and_scheme_and_no_other) {
  const steering_rules rules{{rule(steering_kind::exclude_host, "Example.ORG", "the webmaster asked")}};
  for (const auto* uri : {"http://example.org/", "https://EXAMPLE.org:8443/a?b", "http://user@example.org./x",
                          "http://ex%61mple.org/x"})
    EXPECT_TRUE(rules.excludes(uri)) << uri;
  for (const auto* uri :
       {"http://www.example.org/", "http://example.org.evil/", "http://e/?u=http://example.org/"})
    EXPECT_FALSE(rules.excludes(uri)) << uri;
  EXPECT_EQ(rules.judge("http://example.org/").detail, "exclude host example.org: the webmaster asked");
}

TEST(steering_rules, exclude_a_domain_with_all_hosts_below_it) {
  const steering_rules rules{{rule(steering_kind::exclude_domain, "*.example.org")}};
  for (const auto* uri : {"http://example.org/", "http://a.b.example.org/"})
    EXPECT_TRUE(rules.excludes(uri)) << uri;
  EXPECT_FALSE(rules.excludes("http://notexample.org/"));
}

TEST(steering_rules, exclude_patterns_of_uris) {
  const steering_rules rules{{rule(steering_kind::exclude_pattern, "http://e/private/"),
                              rule(steering_kind::exclude_pattern, "http://e/*.csv$"),
                              rule(steering_kind::exclude_pattern, "*://f/*session=")}};
  for (const auto* uri : {"http://e/private/", "http://e/private/a", "http://e/x/../private/a",
                          "http://e/a/b.csv", "https://f/x?session=9"})
    EXPECT_TRUE(rules.excludes(uri)) << uri;
  for (const auto* uri : {"http://e/private", "http://e/a.csv.gz", "http://e/", "https://f/session"})
    EXPECT_FALSE(rules.excludes(uri)) << uri;
}

TEST(steering_rules, exclude_patterns_however_they_are_written) {
  const steering_rules rules{{rule(steering_kind::exclude_pattern, "http://Example.org/private/*"),
                              rule(steering_kind::exclude_pattern, "HTTP://f:80/x/../%61*.csv$"),
                              rule(steering_kind::exclude_pattern, "http://WWW*.g/"),
                              rule(steering_kind::exclude_pattern, "http://H/one$")}};
  for (const auto* uri :
       {"http://example.org/private/a.ttl", "http://example.org:80/private/",
        "http://u@example.org./private/x", "http://f/a1.csv", "http://www2.g/x", "http://h/one"})
    EXPECT_TRUE(rules.excludes(uri)) << uri;
  for (const auto* uri : {"http://example.org/public", "http://f/b.csv", "http://h/one/more"})
    EXPECT_FALSE(rules.excludes(uri)) << uri;
}

TEST(steering_rules, exclude_a_uri_with_all_below_its_path_and_no_longer_name_R229) {
  const steering_rules rules{{rule(steering_kind::exclude_pattern, "http://example.org"),
                              rule(steering_kind::exclude_pattern, "http://e/a"),
                              rule(steering_kind::exclude_pattern, "http://e/q?id=")}};
  for (const auto* uri : {"http://example.org/", "http://example.org/menu.ttl", "http://e/a", "http://e/a/b",
                          "http://e/a?x=1", "http://e/q?id=&n=2"})
    EXPECT_TRUE(rules.excludes(uri)) << uri;
  for (const auto* uri : {"http://example.organic/menu.ttl", "http://example.org:8080/z", "http://e/ab",
                          "http://e/a.ttl", "http://e/q?id=1"})
    EXPECT_FALSE(rules.excludes(uri)) << uri;
}

TEST(steering_rules, exclude_one_uri_whatever_characters_it_has) {
  const steering_rules rules{
      {rule(steering_kind::exclude_uri, "http://e/a*b"), rule(steering_kind::exclude_uri, "http://E/c$")}};
  EXPECT_TRUE(rules.excludes("http://e/a*b"));
  EXPECT_TRUE(rules.excludes("http://e/c$"));
  for (const auto* uri : {"http://e/aXb", "http://e/a*bc", "http://e/c"})
    EXPECT_FALSE(rules.excludes(uri)) << uri;
}

TEST(steering_rules, a_pattern_with_many_stars_is_compared_in_bounded_time) {
  const steering_rules rules{{rule(steering_kind::exclude_pattern, "http://e/*a*a*a*a*a*a*a*a*b$")}};
  EXPECT_FALSE(rules.excludes("http://e/" + std::string(8'000, 'a')));
}

TEST(steering_rules, pause_the_campaign_a_host_or_a_seed) {
  const steering_rules rules{{rule(steering_kind::pause_host, "e:8080"), rule(steering_kind::pause_host, "f"),
                              rule(steering_kind::pause_seed, "3b0f361c22e1755442ab57b07ab1e3b9")}};
  EXPECT_EQ(rules.judge("http://e:8080/x").code, errc::paused);
  EXPECT_EQ(rules.judge("http://e/x").code, errc::ok);
  EXPECT_EQ(rules.judge("https://f/").code, errc::paused);
  EXPECT_EQ(rules.paused_seeds().size(), 1U);
  const steering_rules of_seed{{rule(steering_kind::pause_seed, seed_hash("http://e/x").hex(), "broken")}};
  EXPECT_EQ(of_seed.judge("http://E/x").detail, "pause seed " + seed_hash("http://e/x").hex() + ": broken");
  EXPECT_EQ(of_seed.judge("http://e/y").code, errc::ok);
  EXPECT_FALSE(rules.is_campaign_paused());
  const steering_rules all{
      {rule(steering_kind::pause_campaign, "", "night"), rule(steering_kind::exclude_host, "e")}};
  EXPECT_EQ(all.judge("http://x/").code, errc::paused);
  EXPECT_EQ(all.judge("http://e/").code, errc::excluded) << "an exclusion is for ever";
}

TEST(steering_rules, the_rule_of_a_whole_host_is_an_exclusion_else_a_pause) {
  const steering_rules rules{{rule(steering_kind::pause_host, "p:80"),
                              rule(steering_kind::exclude_domain, "e"),
                              rule(steering_kind::exclude_pattern, "http://x/private*")}};
  EXPECT_EQ(rules.rule_of_host("p:80")->kind, steering_kind::pause_host);
  EXPECT_EQ(rules.rule_of_host("a.e:80")->kind, steering_kind::exclude_domain);
  EXPECT_EQ(rules.rule_of_host("x:80"), nullptr) << "a pattern is not for a host";
  const steering_rules all{
      {rule(steering_kind::pause_campaign, "", "night"), rule(steering_kind::exclude_host, "e")}};
  EXPECT_EQ(all.rule_of_host("x:80")->reason, "night");
  EXPECT_EQ(all.rule_of_host("e:80")->kind, steering_kind::exclude_host);
}

TEST(steering_rules, are_refused_with_what_to_write_instead) {
  const auto why = [](steering_kind kind, std::string_view what) {
    return make_rule(kind, what, "", {}).error();
  };
  EXPECT_EQ(why(steering_kind::exclude_host, "a b").code, errc::invalid_argument);
  EXPECT_NE(why(steering_kind::exclude_pattern, "private/").detail.find("write for example"),
            std::string::npos);
  EXPECT_EQ(why(steering_kind::exclude_pattern, "http://").code, errc::invalid_argument);
  EXPECT_EQ(why(steering_kind::pause_seed, "xyz").code, errc::invalid_argument);
  EXPECT_EQ(why(steering_kind::exclude_domain, "*.").code, errc::invalid_argument);
}

TEST(steering_rules, a_text_tells_what_it_excludes) {
  EXPECT_EQ(exclusion_kind_of("example.org"), steering_kind::exclude_host);
  EXPECT_EQ(exclusion_kind_of("*.example.org"), steering_kind::exclude_domain);
  EXPECT_EQ(exclusion_kind_of("http://example.org/a*"), steering_kind::exclude_pattern);
  EXPECT_EQ(make_rule(steering_kind::exclude_host, "https://Example.org:444/x", "", {})->what,
            "example.org:444");
  const steering_rules one_port{{rule(steering_kind::exclude_host, "e:8102")}};
  EXPECT_TRUE(one_port.excludes("http://e:8102/"));
  EXPECT_FALSE(one_port.excludes("http://e:8101/"));
}

}  // namespace
}  // namespace laundromat
