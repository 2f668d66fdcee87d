// Tests of the conditions of hosts, and of who gets their secrets.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/campaign/host_overrides.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

campaign with_hosts(std::initializer_list<std::string> hosts) {
  campaign c;
  for (const auto& host : hosts) {
    c.hosts.emplace_back();
    c.hosts.back().host = host;
  }
  return c;
}

/// The override of the URI's host, as written; empty: none.
std::string found(const campaign& c, std::string_view uri) {
  const auto* one = override_for(c, authority_key(uri).value());
  return one ? one->host : "";
}

bool receives(const std::string& host, std::string_view uri) {
  const auto c = with_hosts({host});
  const auto* one = override_for(c, authority_key(uri).value());
  return one && receives_secrets(*one, uri);
}

}  // namespace

TEST(override_for, finds_the_first_that_fits) {
  const auto c = with_hosts(
      {"http://a.example", "A.example.:8080", "a.example", "*.b.example", "[::1]", "*.c.example:81"});
  EXPECT_EQ(found(c, "http://a.example/"), "http://a.example");
  EXPECT_EQ(found(c, "https://a.example:8080/"), "A.example.:8080");
  EXPECT_EQ(found(c, "https://a.example/"), "a.example");
  EXPECT_EQ(found(c, "http://b.example/"), "*.b.example");
  EXPECT_EQ(found(c, "http://x.y.b.example:5/"), "*.b.example");
  EXPECT_EQ(found(c, "http://xb.example/"), "");
  EXPECT_EQ(found(c, "http://[::1]:8080/"), "[::1]");
  EXPECT_EQ(found(c, "http://x.c.example:81/"), "*.c.example:81");
  EXPECT_EQ(found(c, "http://x.c.example/"), "");
}

TEST(receives_secrets, goes_by_https_to_the_port_of_the_host_R189) {
  EXPECT_TRUE(receives("e.example", "https://e.example/x"));
  EXPECT_TRUE(receives("e.example", "HTTPS://E.example:443/x"));
  EXPECT_FALSE(receives("e.example", "http://e.example/x"));
  EXPECT_FALSE(receives("e.example", "https://e.example:8443/x"));
  EXPECT_TRUE(receives("e.example:8443", "https://e.example:8443/x"));
  EXPECT_FALSE(receives("e.example:8443", "http://e.example:8443/x"));
  EXPECT_TRUE(receives("*.example", "https://e.example/x"));
  EXPECT_FALSE(receives("*.example", "http://e.example/x"));
}

TEST(receives_secrets, goes_to_the_origin_that_is_written_R189) {
  EXPECT_TRUE(receives("http://e.example", "http://e.example/x"));
  EXPECT_FALSE(receives("http://e.example", "http://e.example:8080/x"));
  EXPECT_TRUE(receives("http://127.0.0.1:8080", "http://127.0.0.1:8080/x"));
  EXPECT_FALSE(receives("http://127.0.0.1:8080", "https://127.0.0.1:8080/x"));
  EXPECT_TRUE(receives("https://*.example", "https://e.example/x"));
}

TEST(is_override_host, takes_hosts_ports_and_origins) {
  for (const auto* host :
       {"e.example", "e.example:80", "*.e.example", "https://e.example", "http://*.e.example:81", "[::1]:80"})
    EXPECT_TRUE(is_override_host(host)) << host;
  for (const auto* other : {"", "*.", "http://", "http://e/x", "ftp://e", "a b", "a*b", "u@e"})
    EXPECT_FALSE(is_override_host(other)) << other;
}

}  // namespace laundromat
