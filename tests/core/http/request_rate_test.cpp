// Tests of the rate limit, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/request_rate.hpp"

#include <gtest/gtest.h>

#include "core/http/address_site.hpp"

namespace laundromat {
namespace {

constexpr auto begin = from_ms(1'750'000'000'000);

TEST(request_rate, allows_a_burst_and_then_the_rate) {
  request_rate rate{{.requests_per_second = 2, .burst = 5}};
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(rate.ask("192.0.2.1", begin).is_allowed) << i;
  EXPECT_EQ(rate.ask("192.0.2.1", begin), (rate_verdict{false, seconds{1}}));
  EXPECT_FALSE(rate.ask("192.0.2.1", begin + milliseconds{499}).is_allowed);
  EXPECT_TRUE(rate.ask("192.0.2.1", begin + milliseconds{500}).is_allowed);
  EXPECT_FALSE(rate.ask("192.0.2.1", begin + milliseconds{500}).is_allowed);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(rate.ask("192.0.2.1", begin + seconds{60}).is_allowed) << i;
  EXPECT_FALSE(rate.ask("192.0.2.1", begin + seconds{60}).is_allowed);
}

TEST(request_rate, says_after_which_seconds_a_request_is_allowed) {
  request_rate rate{{.requests_per_second = 0.1, .burst = 1}};
  EXPECT_TRUE(rate.ask("192.0.2.1", begin).is_allowed);
  const auto verdict = rate.ask("192.0.2.1", begin + milliseconds{1'500});
  EXPECT_EQ(verdict, (rate_verdict{false, seconds{9}}));
  EXPECT_TRUE(rate.ask("192.0.2.1", begin + milliseconds{1'500} + verdict.retry_after).is_allowed);
}

TEST(request_rate, charges_what_there_is) {
  request_rate rate{{.requests_per_second = 1, .burst = 9}};
  EXPECT_TRUE(rate.ask("192.0.2.1", begin).is_allowed);
  rate.charge("192.0.2.1", begin, 10);
  EXPECT_EQ(rate.ask("192.0.2.1", begin), (rate_verdict{false, seconds{1}}));
  rate.charge("192.0.2.2", begin, 3);
  EXPECT_TRUE(rate.ask("192.0.2.2", begin, 6).is_allowed);
  EXPECT_FALSE(rate.ask("192.0.2.2", begin).is_allowed);
}

TEST(request_rate, counts_clients_apart_and_a_site_of_ipv6_as_one) {
  request_rate rate{{.requests_per_second = 1, .burst = 1}};
  EXPECT_TRUE(rate.ask("192.0.2.1", begin).is_allowed);
  EXPECT_TRUE(rate.ask("192.0.2.2", begin).is_allowed);
  EXPECT_FALSE(rate.ask("::ffff:192.0.2.2", begin).is_allowed);
  EXPECT_TRUE(rate.ask("2001:db8:0:1::1", begin).is_allowed);
  EXPECT_FALSE(rate.ask("2001:db8:0:1:ffff::2", begin).is_allowed);
  EXPECT_TRUE(rate.ask("2001:db8:0:2::1", begin).is_allowed);
  EXPECT_TRUE(rate.ask("not an address", begin).is_allowed);
  EXPECT_FALSE(rate.ask("neither", begin).is_allowed);
}

TEST(request_rate, a_costly_request_takes_more_but_never_more_than_the_burst) {
  request_rate rate{{.requests_per_second = 1, .burst = 10}};
  EXPECT_TRUE(rate.ask("192.0.2.1", begin, 8).is_allowed);
  EXPECT_EQ(rate.ask("192.0.2.1", begin, 8), (rate_verdict{false, seconds{6}}));
  EXPECT_TRUE(rate.ask("192.0.2.2", begin, 1'000).is_allowed);
}

TEST(request_rate, forgets_full_buckets_and_then_the_fullest) {
  request_rate rate{{.requests_per_second = 1, .burst = 100, .clients = 10}};
  EXPECT_TRUE(rate.ask("192.0.2.1", begin, 100).is_allowed);
  for (int i = 0; i < 1'000; ++i)
    EXPECT_TRUE(
        rate.ask("10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250), begin).is_allowed);
  EXPECT_EQ(rate.clients(), 10U);
  EXPECT_FALSE(rate.ask("192.0.2.1", begin).is_allowed);
  EXPECT_TRUE(rate.ask("192.0.2.9", begin + seconds{1'000}).is_allowed);
  EXPECT_EQ(rate.clients(), 1U);
}

TEST(request_rate, a_clock_that_was_set_back_locks_nobody_out) {
  request_rate rate{{.requests_per_second = 1, .burst = 2}};
  EXPECT_TRUE(rate.ask("192.0.2.1", begin + seconds{86'400}).is_allowed);
  EXPECT_FALSE(rate.ask("192.0.2.1", begin).is_allowed);
  EXPECT_TRUE(rate.ask("192.0.2.1", begin + seconds{2}).is_allowed);
}

TEST(address_site, is_the_address_or_the_first_64_bits_rfc4291_section_2_5_4) {
  EXPECT_EQ(to_string(*address_site("192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(to_string(*address_site("::ffff:192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(to_string(*address_site("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::");
  EXPECT_EQ(address_site("host"), std::nullopt);
}

}  // namespace
}  // namespace laundromat
