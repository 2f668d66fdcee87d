// Tests of the address guard: every edge of every range, embedded addresses, allow-lists, ports.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/address_guard.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

ip_address address_of(std::string_view text) {
  const auto v4 = parse_ipv4(text);
  return v4 ? *v4 : parse_ipv6(text).value();
}

address_policy policy_with(std::string_view entry) {
  address_policy policy;
  policy.allowed_networks.push_back(parse_allowed_network(entry).value());
  return policy;
}

}  // namespace

TEST(address_guard, refuses_the_first_and_last_address_of_every_special_network) {
  for (std::string_view text : {"0.0.0.0",
                                "0.255.255.255",
                                "10.0.0.0",
                                "10.255.255.255",
                                "100.64.0.0",
                                "100.127.255.255",
                                "127.0.0.0",
                                "127.0.0.1",
                                "127.255.255.255",
                                "169.254.0.0",
                                "169.254.169.254",
                                "169.254.255.255",
                                "172.16.0.0",
                                "172.31.255.255",
                                "192.0.0.0",
                                "192.0.0.255",
                                "192.0.2.0",
                                "192.0.2.255",
                                "192.168.0.0",
                                "192.168.255.255",
                                "198.18.0.0",
                                "198.19.255.255",
                                "198.51.100.0",
                                "198.51.100.255",
                                "203.0.113.0",
                                "203.0.113.255",
                                "224.0.0.0",
                                "239.255.255.255",
                                "240.0.0.0",
                                "255.255.255.255",
                                "::",
                                "::1",
                                "fc00::",
                                "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                                "fe80::",
                                "febf:ffff::",
                                "fec0::",
                                "feff:ffff::",
                                "ff00::",
                                "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                                "2001:db8::",
                                "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
                                "2001::1",
                                "2001:1ff:ffff::",
                                "100::1",
                                "64:ff9b:1::1"}) {
    EXPECT_EQ(judge(address_of(text), 80), errc::address_refused) << text;
    EXPECT_FALSE(classify(address_of(text)).reason.empty()) << text;
  }
}

TEST(address_guard, allows_the_neighbours_of_every_special_network) {
  for (std::string_view text :
       {"1.0.0.0",         "9.255.255.255",   "11.0.0.0",         "100.63.255.255",  "100.128.0.0",
        "126.255.255.255", "128.0.0.0",       "169.253.255.255",  "169.255.0.0",     "172.15.255.255",
        "172.32.0.0",      "191.255.255.255", "192.0.1.0",        "192.0.1.255",     "192.0.3.0",
        "192.167.255.255", "192.169.0.0",     "198.17.255.255",   "198.20.0.0",      "198.51.99.255",
        "198.51.101.0",    "203.0.112.255",   "203.0.114.0",      "223.255.255.255", "8.8.8.8",
        "2000::",          "2001:200::",      "2001:db7:ffff::1", "2001:db9::",      "2606:4700::1111",
        "2a00:1450::1",    "fbff:ffff::1",    "fe7f:ffff::1",     "64:ff9a:ffff::1"}) {
    EXPECT_EQ(judge(address_of(text), 80), errc::ok) << text;
    EXPECT_EQ(classify(address_of(text)), address_class{}) << text;
  }
}

TEST(address_guard, checks_embedded_ipv4_addresses) {
  for (std::string_view text :
       {"::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
        "64:ff9b::127.0.0.1", "64:ff9b::c0a8:1", "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::5",
        "::127.0.0.1", "::8.8.8.8"})
    EXPECT_EQ(judge(address_of(text), 80), errc::address_refused) << text;
  for (std::string_view text : {"::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"})
    EXPECT_EQ(judge(address_of(text), 80), errc::ok) << text;
  EXPECT_EQ(to_string(embedded_ipv4(address_of("2002:7f00:1::")).value()), "127.0.0.1");
  EXPECT_EQ(embedded_ipv4(address_of("::1")), std::nullopt);
}

TEST(address_guard, reads_socket_bytes) {
  const std::uint8_t v4[] = {127, 0, 0, 1};
  const std::uint8_t open[] = {8, 8, 8, 8};
  const std::uint8_t v6[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 8, 8, 4, 4};
  EXPECT_EQ(judge(v4, 80), errc::address_refused);
  EXPECT_EQ(judge(open, 80), errc::ok);
  EXPECT_EQ(judge(v6, 443), errc::ok);
  EXPECT_EQ(judge(std::span{open}.first(3), 80), errc::address_refused);
}

TEST(address_guard, allows_only_web_ports) {
  for (unsigned port : {80U, 443U, 8000U, 8080U, 8999U})
    EXPECT_EQ(judge(address_of("8.8.8.8"), static_cast<std::uint16_t>(port)), errc::ok) << port;
  for (unsigned port : {0U, 22U, 25U, 79U, 81U, 442U, 444U, 6379U, 7999U, 9000U, 9200U, 65535U})
    EXPECT_EQ(judge(address_of("8.8.8.8"), static_cast<std::uint16_t>(port)), errc::port_refused) << port;
  EXPECT_EQ(judge(address_of("10.0.0.1"), 22), errc::address_refused);
}

TEST(address_guard, an_entry_without_a_port_allows_every_port) {
  const auto policy = policy_with("127.0.0.0/8");
  EXPECT_EQ(judge(address_of("127.1.2.3"), 5, policy), errc::ok);
  EXPECT_EQ(judge(address_of("::ffff:127.0.0.1"), 5, policy), errc::ok);
  EXPECT_EQ(judge(address_of("10.0.0.1"), 80, policy), errc::address_refused);
  EXPECT_EQ(judge(address_of("::1"), 80, policy), errc::address_refused);
}

TEST(address_guard, an_entry_with_a_port_allows_only_that_port) {
  EXPECT_EQ(judge(address_of("127.0.0.1"), 8080, policy_with("127.0.0.1:8080")), errc::ok);
  EXPECT_EQ(judge(address_of("127.0.0.1"), 8081, policy_with("127.0.0.1:8080")), errc::address_refused);
  EXPECT_EQ(judge(address_of("127.0.0.2"), 8080, policy_with("127.0.0.1:8080")), errc::address_refused);
  EXPECT_EQ(judge(address_of("::1"), 80, policy_with("[::1]:80")), errc::ok);
  EXPECT_EQ(judge(address_of("::1"), 443, policy_with("[::1]:80")), errc::address_refused);
  EXPECT_EQ(judge(address_of("8.8.8.8"), 9999, policy_with("8.8.8.0/24:9999")), errc::ok);
  EXPECT_EQ(judge(address_of("8.8.8.8"), 9998, policy_with("8.8.8.0/24:9999")), errc::port_refused);
}

TEST(allowed_network, accepts_all_spellings) {
  EXPECT_EQ(parse_allowed_network("127.0.0.1")->network.prefix, 32U);
  EXPECT_EQ(parse_allowed_network("10.9.8.7/8")->network, parse_cidr("10.0.0.0/8").value());
  EXPECT_EQ(parse_allowed_network("10.0.0.0/8:80")->port, 80);
  EXPECT_EQ(parse_allowed_network("::1")->network.prefix, 128U);
  EXPECT_EQ(parse_allowed_network("fc00::/7")->port, std::nullopt);
  EXPECT_EQ(parse_allowed_network("[fc00::/7]:443")->port, 443);
  EXPECT_EQ(parse_allowed_network("[::1]")->port, std::nullopt);
}

TEST(allowed_network, rejects_everything_else) {
  for (std::string_view text : {"", "localhost", "localhost:80", "127.1", "0x7f.1", "127.0.0.1/33", "::1/129",
                                "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "[::1]:x", "[::1", "[::1]80",
                                "[127.0.0.1]:80", "1.2.3.4/-1", "1.2.3.4/", "1.2.3.4/08"}) {
    const auto entry = parse_allowed_network(text);
    ASSERT_FALSE(entry) << text;
    EXPECT_EQ(entry.error().code, errc::invalid_argument);
  }
}

TEST(cidr, compares_exactly_its_prefix) {
  const auto network = parse_cidr("192.168.128.0/17").value();
  EXPECT_TRUE(network.contains(address_of("192.168.255.255")));
  EXPECT_FALSE(network.contains(address_of("192.168.127.255")));
  EXPECT_TRUE(parse_cidr("0.0.0.0/0")->contains(address_of("255.1.2.3")));
  EXPECT_FALSE(parse_cidr("0.0.0.0/0")->contains(address_of("::1")));
  EXPECT_TRUE(parse_cidr("::/0")->contains(address_of("ffff::")));
  EXPECT_FALSE(parse_cidr("1.2.3.4")->contains(address_of("1.2.3.5")));
}

}  // namespace laundromat
