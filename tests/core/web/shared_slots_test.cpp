// Tests of the slots that hosts at one address, or of one domain, share.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/shared_slots.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace laundromat {

namespace {

using namespace std::chrono_literals;

const timestamp opening = from_ms(1'700'000'000'000);
const std::vector<std::string> here{"address 192.0.2.7"}, there{"address 192.0.2.8"};
const std::vector<std::string> both{"address 192.0.2.7", "domain example.org"};

shared_slots two_at_a_time() {
  return shared_slots{{2, 0ms}, {1, 0ms}};
}

}  // namespace

TEST(place_of_address, is_an_ipv4_address_or_the_first_half_of_an_ipv6_address) {
  constexpr std::array<std::array<std::string_view, 2>, 9> cases{{
      {"192.0.2.7", "address 192.0.2.7"},
      {"::ffff:192.0.2.7", "address 192.0.2.7"},
      {"2001:db8:1:2:3:4:5:6", "address 2001:db8:1:2::/64"},
      {"2001:db8:1:2::", "address 2001:db8:1:2::/64"},
      {"2001:db8:1:3::1", "address 2001:db8:1:3::/64"},
      {"fe80::1%eth0", "address fe80::/64"},
      {"::1", "address ::/64"},
      {"", ""},
      {"example.org", ""},
  }};
  for (const auto& [address, place] : cases) EXPECT_EQ(place_of_address(address), place) << address;
  const std::array<std::uint8_t, 4> bytes{192, 0, 2, 7};
  EXPECT_EQ(place_of_address(std::span<const std::uint8_t>{bytes}), "address 192.0.2.7");
  EXPECT_EQ(place_of_address(std::span<const std::uint8_t>{bytes}.first(3)), "");
}

TEST(shared_schedule, counts_requests_under_way_and_delays_the_next) {
  shared_schedule place{{2, 100ms}};
  EXPECT_EQ(place.next_allowed(opening), opening);
  place.begin(opening);
  EXPECT_EQ(place.next_allowed(opening), opening + 100ms);
  place.begin(opening + 100ms);
  EXPECT_EQ(place.next_allowed(opening + 1h), std::nullopt) << "two are under way";
  place.end();
  EXPECT_EQ(place.next_allowed(opening + 150ms), opening + 200ms);
  place.end();
  place.end();
  EXPECT_EQ(place.open(), 0U);
}

TEST(shared_schedule, without_limits_allows_every_request_at_once) {
  shared_schedule place;
  for (int i = 0; i < 1'000; ++i) place.begin(opening);
  EXPECT_EQ(place.next_allowed(opening), opening);
}

TEST(shared_schedule, a_held_place_allows_no_request_until_the_time_or_an_end) {
  shared_schedule place{{2, 0ms}};
  place.hold(opening, opening + 500ms);
  place.hold(opening + 400ms, opening + 900ms);
  EXPECT_EQ(place.next_allowed(opening + 450ms), opening + 500ms) << "not prolonged";
  place.end();
  EXPECT_EQ(place.next_allowed(opening), opening);
}

TEST(shared_slots, hosts_beyond_the_limit_are_queued_in_order) {
  auto slots = two_at_a_time();
  EXPECT_EQ(slots.begin(here, "a", opening), std::nullopt);
  EXPECT_EQ(slots.begin(here, "b", opening), std::nullopt);
  for (const auto* host : {"c", "d", "c"}) EXPECT_EQ(slots.begin(here, host, opening), here[0]) << host;
  EXPECT_EQ(slots.waiting(here[0]), 2U) << "each once";
  EXPECT_EQ(slots.begin(there, "e", opening), std::nullopt) << "another address";
  EXPECT_EQ(slots.take_next(here[0], opening), std::nullopt);
  slots.end(here);
  EXPECT_EQ(slots.take_next(here[0], opening), "c");
  EXPECT_EQ(slots.begin(here, "c", opening), std::nullopt);
  EXPECT_EQ(slots.take_next(here[0], opening), std::nullopt) << "d waits on";
  EXPECT_EQ(slots.open(here[0]), 2U);
}

TEST(shared_slots, no_request_begins_when_one_of_its_places_is_full) {
  auto slots = two_at_a_time();
  EXPECT_EQ(slots.begin(both, "a", opening), std::nullopt);
  EXPECT_EQ(slots.begin(both, "b", opening), both[1]);
  EXPECT_EQ(slots.open(both[0]), 1U);
  EXPECT_EQ(slots.begin(here, "c", opening), std::nullopt) << "of another domain";
  slots.end(both);
  EXPECT_EQ(slots.take_next(both[1], opening), "b");
}

TEST(shared_slots, a_queue_that_waits_for_a_delay_reports_when_it_moves) {
  shared_slots slots{{0, 100ms}, {}};
  EXPECT_EQ(slots.begin(here, "a", opening), std::nullopt);
  EXPECT_EQ(slots.next_move(here[0], opening), std::nullopt) << "the queue is empty";
  EXPECT_EQ(slots.begin(here, "b", opening), here[0]);
  EXPECT_EQ(slots.next_move(here[0], opening), opening + 100ms);
  EXPECT_EQ(slots.take_next(here[0], opening + 99ms), std::nullopt);
  EXPECT_EQ(slots.take_next(here[0], opening + 100ms), "b");
}

TEST(shared_slots, only_unused_places_are_removed) {
  shared_slots slots{{2, 100ms}, {}};
  EXPECT_EQ(slots.begin(here, "a", opening), std::nullopt);
  slots.tidy(opening + 1h);
  EXPECT_EQ(slots.places(), 1U) << "a request is under way";
  slots.end(here);
  slots.tidy(opening + 99ms);
  EXPECT_EQ(slots.places(), 1U) << "its pace still counts";
  slots.tidy(opening + 100ms);
  EXPECT_EQ(slots.places(), 0U);
}

TEST(shared_slots, fifty_hosts_at_one_address_have_two_requests_at_a_time_R07) {
  shared_slots slots{{2, 0ms}, {}};
  std::size_t most = 0, done = 0;
  std::vector<std::string> under_way;
  for (int i = 0; i < 50; ++i)
    if (const auto name = "h" + std::to_string(i); !slots.begin(here, name, opening))
      under_way.push_back(name);
  while (!under_way.empty()) {
    most = std::max(most, under_way.size());
    under_way.pop_back();
    ++done;
    slots.end(here);
    while (const auto next = slots.take_next(here[0], opening))
      if (!slots.begin(here, *next, opening)) under_way.push_back(*next);
  }
  EXPECT_EQ(most, 2U);
  EXPECT_EQ(done, 50U);
}

}  // namespace laundromat
