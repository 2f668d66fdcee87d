// Claims about the state of one robots.txt, in simulated time.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/host_robots.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

using namespace std::chrono_literals;
using knowledge = host_robots::knowledge;

const timestamp first_read = from_ms(1'700'000'000'000);
const timestamp no_wait{};
constexpr auto attic = "http://a.example/attic/1";
const robots_answer forbids_attic{errc::ok, "", "200", "User-agent: *\nDisallow: /attic\nCrawl-delay: 7\n"};
const robots_answer unavailable{errc::ok, "", "503", "an error page"};
const robots_answer missing{errc::ok, "", "404", "no such file"};

host_robots after(const robots_answer& answer) {
  host_robots robots{"Laundromat"};
  robots.restore({});
  robots.begin_reading();
  robots.learn(answer, first_read);
  return robots;
}

}  // namespace

TEST(host_robots, is_looked_up_then_read_then_known_until_it_expires_after_a_day) {
  host_robots robots{"Laundromat"};
  EXPECT_EQ(robots.state(), knowledge::unknown);
  robots.begin_lookup();
  EXPECT_EQ(robots.state(), knowledge::looking_up);
  robots.restore({});
  EXPECT_EQ(robots.state(), knowledge::stale) << "the journal has no robots.txt of this host";
  robots.begin_reading();
  EXPECT_EQ(robots.state(), knowledge::reading);
  robots.learn(forbids_attic, first_read);
  EXPECT_EQ(robots.state(), knowledge::known);
  EXPECT_FALSE(robots.expire(first_read + 23h, no_wait));
  EXPECT_TRUE(robots.expire(first_read + 24h, no_wait));
  EXPECT_EQ(robots.state(), knowledge::stale);
  EXPECT_FALSE(robots.expire(first_read + 24h, no_wait)) << "a stale robots.txt does not expire again";
}

TEST(host_robots, a_request_that_is_put_off_is_to_be_sent_again) {
  host_robots robots{"Laundromat"};
  robots.restore({});
  robots.begin_reading();
  robots.put_off();
  EXPECT_EQ(robots.state(), knowledge::stale);
}

TEST(host_robots, what_was_not_sent_and_faults_of_our_machine_are_no_answers) {
  for (const auto cause :
       {errc::cancelled, errc::address_refused, errc::port_refused, errc::no_space, errc::no_descriptors})
    EXPECT_FALSE(host_robots::is_answer(cause)) << to_string(cause);
  for (const auto cause : {errc::ok, errc::http_timeout, errc::host_not_found, errc::too_many_redirects})
    EXPECT_TRUE(host_robots::is_answer(cause)) << to_string(cause);
  EXPECT_TRUE(host_robots::is_answer(errc::address_refused, 1)) << "the host answered, with a redirect";
  EXPECT_TRUE(host_robots::is_answer(errc::port_refused, 5));
  EXPECT_FALSE(host_robots::is_answer(errc::cancelled, 1));
}

TEST(host_robots, a_forbidden_request_is_refused_for_good_with_the_rule) {
  const auto robots = after(forbids_attic);
  const robots_refusal expected{{errc::robots_refused, "Disallow: /attic"}, std::nullopt};
  EXPECT_EQ(robots.refuse(attic, first_read, no_wait), expected);
  EXPECT_EQ(robots.refuse("http://a.example/kitchen", first_read, no_wait), std::nullopt);
  EXPECT_EQ(robots.asked_pause(300s), 7s);
}

TEST(host_robots, a_missing_file_allows_everything) {
  const auto robots = after(missing);
  EXPECT_EQ(robots.refuse(attic, first_read, no_wait), std::nullopt);
  EXPECT_EQ(robots.asked_pause(300s), std::nullopt);
}

TEST(host_robots, while_the_file_fails_requests_are_refused_until_its_next_request) {
  const auto robots = after(unavailable);
  const robots_refusal expected{{errc::robots_unreachable, "http_status 503 for robots.txt"},
                                first_read + 5min};
  EXPECT_EQ(robots.refuse(attic, first_read, no_wait), expected);
}

TEST(host_robots, the_cause_of_a_failed_connection_is_the_cause_for_documents) {
  const auto refused =
      after({errc::http_timeout, "no answer in 30 s", "", ""}).refuse(attic, first_read, no_wait);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->why, (failure{errc::http_timeout, "reading robots.txt: no answer in 30 s"}));
}

TEST(host_robots, a_stored_pause_that_an_operator_has_ended_is_over) {
  auto stored = after(unavailable).record(unavailable, first_read, no_wait);
  stored.expires = first_read + 1min;
  host_robots robots{"Laundromat"};
  robots.begin_lookup();
  robots.restore(stored);
  EXPECT_EQ(robots.next_fetch(no_wait), first_read + 1min);
  EXPECT_EQ(robots.next_fetch(first_read + 2h), first_read + 2h) << "what the host asked for stays";
  EXPECT_TRUE(robots.refuse(attic, first_read, no_wait)) << "before it is read again nothing is allowed";
  EXPECT_TRUE(robots.expire(first_read + 1min, no_wait));
}

TEST(host_robots, retry_after_delays_the_next_request_only_while_the_file_fails) {
  EXPECT_EQ(after(unavailable).next_fetch(first_read + 2h), first_read + 2h);
  EXPECT_EQ(after(unavailable).next_fetch(first_read + 1min), first_read + 5min);
  EXPECT_EQ(after(forbids_attic).next_fetch(first_read + 48h), first_read + 24h);
}

TEST(host_robots, a_failure_keeps_the_rules_and_saves_no_body) {
  auto robots = after(forbids_attic);
  robots.learn(unavailable, first_read + 24h);
  EXPECT_EQ(robots.asked_pause(300s), 7s);
  const auto record = robots.record(unavailable, first_read + 24h, no_wait);
  EXPECT_EQ(record.body, std::nullopt) << "the journal has that file";
  EXPECT_EQ(record.read, first_read);
  EXPECT_EQ(record.failing_since, first_read + 24h);
  EXPECT_EQ(record.expires, first_read + 24h + 5min);
  EXPECT_EQ(record.failures, 1U);
}

TEST(host_robots, the_body_of_an_error_page_is_not_saved) {
  EXPECT_EQ(after(missing).record(missing, first_read, no_wait).body, "");
  EXPECT_EQ(after(forbids_attic).record(forbids_attic, first_read, no_wait).body, forbids_attic.body);
}

TEST(host_robots, a_restored_robots_txt_decides_as_the_one_that_was_saved) {
  const robots_answer timeout{errc::http_timeout, "no answer in 30 s", "", ""};
  for (const auto& answer : {forbids_attic, missing, unavailable, timeout}) {
    const auto saved = after(answer);
    host_robots restored{"Laundromat"};
    restored.begin_lookup();
    restored.restore(saved.record(answer, first_read, no_wait));
    EXPECT_EQ(restored.state(), knowledge::known) << answer.status;
    for (const auto now : {first_read, first_read + 1h, first_read + 720h})
      EXPECT_EQ(restored.refuse(attic, now, no_wait), saved.refuse(attic, now, no_wait)) << answer.status;
    EXPECT_EQ(restored.asked_pause(300s), saved.asked_pause(300s)) << answer.status;
    EXPECT_EQ(restored.next_fetch(no_wait), saved.next_fetch(no_wait)) << answer.status;
  }
}

TEST(host_robots, the_number_of_a_status_is_0_without_one) {
  EXPECT_EQ(status_number("200"), 200);
  EXPECT_EQ(status_number(""), 0);
  EXPECT_EQ(status_number("http_timeout"), 0);
}

}  // namespace laundromat
