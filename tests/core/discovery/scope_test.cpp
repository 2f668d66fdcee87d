// Tests of scopes.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/scope.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

bool is_inside(const scope_rule& rule, std::string_view uri, registrable_domain domain_of = {}) {
  return discovery_scope{{rule}, std::move(domain_of)}.judge(uri).is_inside;
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

TEST(discovery_scope, matches_registrable_domains_by_a_function) {
  const scope_rule domain{scope_match::domain, "example.co.uk"};
  const auto last_three = [](std::string_view host) {
    auto at = host.size();
    for (int i = 0; i < 3 && at != host.npos; ++i) at = at == 0 ? host.npos : host.rfind('.', at - 1);
    return std::string(at == host.npos ? host : host.substr(at + 1));
  };
  EXPECT_TRUE(is_inside(domain, "http://a.b.example.co.uk/", last_three));
  EXPECT_FALSE(is_inside(domain, "http://badexample.co.uk/", last_three));
  EXPECT_TRUE(is_inside(domain, "http://a.example.co.uk/"));
  EXPECT_TRUE(is_inside(domain, "http://example.co.uk/"));
  EXPECT_FALSE(is_inside(domain, "http://badexample.co.uk/"));
  EXPECT_FALSE(is_inside(domain, "http://example.co.uk/", [](std::string_view) { return std::string{}; }));
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
