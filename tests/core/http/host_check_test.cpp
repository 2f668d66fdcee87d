// Tests of Host, Origin and bearer tokens: against DNS rebinding, CSRF and guessing.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/host_check.hpp"

#include <gtest/gtest.h>

#include "core/http/bearer_token.hpp"

namespace laundromat {
namespace {

const server_names at_loopback{"127.0.0.1", 8080}, at_any{"::", 8080}, at_address{"192.0.2.1", 80},
    behind_proxy{"127.0.0.1", 8080, "https://Data.Example.org/base/"};

TEST(host_check, a_server_at_loopback_has_the_names_of_loopback) {
  for (const std::string_view host :
       {"127.0.0.1:8080", "localhost:8080", "LocalHost.:8080", "[::1]:8080", "127.0.0.2:8080"})
    EXPECT_TRUE(names_this_server(host, at_loopback)) << host;
  for (const std::string_view host :
       {"", "localhost", "127.0.0.1", "127.0.0.1:80", "evil.example:8080", "localhost.evil.example:8080",
        "192.0.2.1:8080", "127.0.0.1.evil.example:8080", "user@localhost:8080", "localhost:8080/x",
        "localhost:8080:8080", "localhost:x", "localhost:18446744073709559696", "::1:8080", "[::1:8080",
        "127.1:8080", "2130706433:8080", "127.0.0.1:8080,localhost:8080"})
    EXPECT_FALSE(names_this_server(host, at_loopback)) << host;
}

TEST(host_check, a_server_at_an_address_has_this_one_and_one_at_any_has_all) {
  EXPECT_TRUE(names_this_server("192.0.2.1", at_address));
  EXPECT_TRUE(names_this_server("192.0.2.1:80", at_address));
  EXPECT_FALSE(names_this_server("localhost", at_address));
  EXPECT_FALSE(names_this_server("192.0.2.2", at_address));
  EXPECT_TRUE(names_this_server("198.51.100.7:8080", at_any));
  EXPECT_TRUE(names_this_server("[2001:db8::1]:8080", at_any));
  EXPECT_TRUE(names_this_server("localhost:8080", at_any));
  EXPECT_FALSE(names_this_server("evil.example:8080", at_any));
}

TEST(host_check, the_public_name_counts_too_with_the_port_of_its_scheme) {
  EXPECT_TRUE(names_this_server("data.example.org", behind_proxy));
  EXPECT_TRUE(names_this_server("DATA.example.org:443", behind_proxy));
  EXPECT_FALSE(names_this_server("data.example.org:80", behind_proxy));
  EXPECT_TRUE(names_this_server("127.0.0.1:8080", behind_proxy));
  EXPECT_FALSE(names_this_server("example.org", behind_proxy));
}

TEST(cross_site, is_what_a_browser_says_or_an_origin_that_is_not_ours) {
  EXPECT_FALSE(is_cross_site({"localhost:8080", "", ""}, at_loopback));
  EXPECT_FALSE(is_cross_site({"localhost:8080", "http://localhost:8080", ""}, at_loopback));
  EXPECT_FALSE(is_cross_site({"localhost:8080", "http://localhost:8080", "same-origin"}, at_loopback));
  EXPECT_FALSE(is_cross_site({"localhost:8080", "", "none"}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "", "cross-site"}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "", "same-site"}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "http://localhost:8080", "cross-site"}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "http://localhost:8081", ""}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "https://localhost:8080", ""}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "http://evil.example", "same-origin"}, at_loopback));
  EXPECT_TRUE(is_cross_site({"localhost:8080", "null", ""}, at_loopback));
  EXPECT_FALSE(is_cross_site({"127.0.0.1:8080", "https://data.example.org", "same-origin"}, behind_proxy));
  EXPECT_TRUE(is_cross_site({"127.0.0.1:8080", "http://data.example.org", "same-origin"}, behind_proxy));
}

TEST(bearer_token, is_read_from_authorization_rfc6750_section_2_1) {
  EXPECT_EQ(bearer_token("Bearer mF_9.B5f-4.1JqM"), "mF_9.B5f-4.1JqM");
  EXPECT_EQ(bearer_token("bEARER  a+/=="), "a+/==");
  for (const std::string_view value : {"", "Bearer", "Bearer ", "Bearer a b", "Basic abc", "Bearera",
                                       "Bearer =", "Bearer a,b", "Bearer \x01"})
    EXPECT_EQ(bearer_token(value), std::nullopt) << value;
}

TEST(bearer_token, equals_only_the_same_secret) {
  EXPECT_TRUE(is_same_secret("secret", "secret"));
  EXPECT_FALSE(is_same_secret("secreT", "secret"));
  EXPECT_FALSE(is_same_secret("secret1", "secret"));
  EXPECT_FALSE(is_same_secret("", "secret"));
  EXPECT_FALSE(is_same_secret("", ""));
}

}  // namespace
}  // namespace laundromat
