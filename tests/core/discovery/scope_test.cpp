// Tests of scopes.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/scope.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

bool is_inside(const scope_rule& rule, std::string_view uri) {
  return discovery_scope{{rule}}.judge(uri).is_inside;
}

TEST(discovery_scope, matches_prefixes_at_the_end_of_a_host) {
  const scope_rule site{scope_match::prefix, "HTTP://Example.org"};
  EXPECT_TRUE(is_inside(site, "http://example.ORG/a"));
  EXPECT_TRUE(is_inside(site, "http://example.org"));
  EXPECT_FALSE(is_inside(site, "http://example.org.evil.example/"));
  EXPECT_FALSE(is_inside(site, "https://example.org/"));
  const scope_rule folder{scope_match::prefix, "http://example.org/Data/"};
  EXPECT_TRUE(is_inside(folder, "http://example.org/Data/x"));
  EXPECT_FALSE(is_inside(folder, "http://example.org/data/x"));
  EXPECT_FALSE(is_inside({scope_match::prefix, ""}, "http://example.org/"));
}

TEST(discovery_scope, matches_hosts_on_any_port) {
  const scope_rule host{scope_match::host, "data.Example.org"};
  EXPECT_TRUE(is_inside(host, "https://DATA.example.org:8080/x"));
  EXPECT_TRUE(is_inside(host, "http://user@data.example.org./x"));
  EXPECT_FALSE(is_inside(host, "http://example.org/"));
  EXPECT_FALSE(is_inside(host, "http://example.org/data.example.org"));
  EXPECT_FALSE(is_inside(host, "data.example.org"));
}

TEST(discovery_scope, matches_domains_with_all_names_below) {
  const scope_rule domain{scope_match::domain, "Example.co.uk"};
  EXPECT_TRUE(is_inside(domain, "http://a.b.example.co.uk/"));
  EXPECT_TRUE(is_inside(domain, "http://example.co.uk/"));
  EXPECT_FALSE(is_inside(domain, "http://badexample.co.uk/"));
}

TEST(discovery_scope, is_written_in_words) {
  EXPECT_EQ(parse_scope_rule("include domain example.org"),
            (scope_rule{scope_match::domain, "example.org", true}));
  EXPECT_EQ(parse_scope_rule("exclude surt org,example)/a"),
            (scope_rule{scope_match::surt, "org,example)/a", false}));
  for (const auto* text : {"", "include", "include host", "include host ", "host example.org",
                           "allow host example.org", "include hosts example.org", "include host a b"})
    EXPECT_FALSE(parse_scope_rule(text)) << text;
}

TEST(discovery_scope, matches_sort_keys_at_the_end_of_a_label) {
  EXPECT_TRUE(is_inside({scope_match::surt, "org,example"}, "http://data.example.org/"));
  EXPECT_TRUE(is_inside({scope_match::surt, "org,example"}, "https://www.example.org/x"));
  EXPECT_FALSE(is_inside({scope_match::surt, "org,example"}, "http://examples.org/"));
  EXPECT_FALSE(is_inside({scope_match::surt, "org,example,"}, "http://example.org/"));
  EXPECT_TRUE(is_inside({scope_match::surt, "org,example)/data/"}, "http://example.org/Data/x"));
  EXPECT_FALSE(is_inside({scope_match::surt, "org,example)/data/"}, "http://a.example.org/data/x"));
}

TEST(discovery_scope, is_decided_by_the_first_match) {
  const discovery_scope scope{{{scope_match::prefix, "http://e.org/private/", false},
                               {scope_match::host, "e.org", true},
                               {scope_match::prefix, "http://e.org/private/but-this", true}}};
  EXPECT_EQ(scope.judge("http://e.org/private/x").rule, 0U);
  EXPECT_FALSE(scope.judge("http://e.org/private/but-this").is_inside);
  EXPECT_TRUE(scope.judge("http://e.org/public").is_inside);
}

TEST(discovery_scope, without_a_match_depends_on_whether_rules_include) {
  EXPECT_TRUE(discovery_scope{}.judge("http://e.org/").is_inside);
  const discovery_scope excluding{{{scope_match::host, "bad.example", false}}};
  EXPECT_TRUE(excluding.judge("http://e.org/").is_inside);
  EXPECT_FALSE(excluding.judge("http://bad.example/").is_inside);
  const discovery_scope including{{{scope_match::host, "e.org", true}}};
  EXPECT_FALSE(including.judge("http://f.org/").is_inside);
  EXPECT_FALSE(including.judge("http://f.org/").rule);
}

}  // namespace
}  // namespace laundromat
