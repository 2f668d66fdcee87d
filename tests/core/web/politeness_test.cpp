// Tests of a host's schedule and of retries, in simulated time.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/politeness.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

using namespace std::chrono_literals;

const timestamp start = from_ms(1'700'000'000'000);

fetch_end success(milliseconds took = 100ms) {
  return {took, errc::ok, 200, std::nullopt};
}
fetch_end status(int code, std::optional<seconds> retry_after = std::nullopt) {
  return {100ms, errc::http_status, code, retry_after};
}
fetch_end refused(milliseconds took = 10ms) {
  return {took, errc::connection_refused, 0, std::nullopt};
}

// Makes one request as early as allowed from `now` on; returns when it ended.
timestamp fetch_once(host_schedule& host, timestamp now, const fetch_end& what) {
  const auto slot = host.next_allowed(now);
  EXPECT_TRUE(slot.at);
  const auto begun = slot.at.value_or(now);
  EXPECT_TRUE(host.begin(begun));
  host.end(begun + what.took, what);
  return begun + what.took;
}

}  // namespace

TEST(host_schedule, a_new_host_may_be_asked_at_once) {
  EXPECT_EQ(host_schedule{}.next_allowed(start), (host_slot{errc::ok, start}));
}

TEST(host_schedule, one_connection_at_a_time_R07) {
  host_schedule host;
  EXPECT_TRUE(host.begin(start));
  EXPECT_FALSE(host.begin(start + 1h));
  EXPECT_EQ(host.next_allowed(start + 1h), (host_slot{errc::ok, std::nullopt}));
  host.end(start + 1h, success());
  EXPECT_TRUE(host.begin(start + 1h + 1s));
}

TEST(host_schedule, the_delay_counts_from_the_end_of_a_request_R07) {
  host_schedule host;
  ASSERT_TRUE(host.begin(start));
  host.end(start + 5s, success(5s));
  EXPECT_EQ(host.next_allowed(start + 5s).at, start + 6s);
  EXPECT_FALSE(host.begin(start + 5'999ms));
  EXPECT_TRUE(host.begin(start + 6s));
}

TEST(host_schedule, a_users_own_host_may_have_several_connections) {
  host_schedule host{{.connections = 3, .delay = 0ms}};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(host.begin(start));
  EXPECT_FALSE(host.begin(start));
  host.end(start, success());
  EXPECT_TRUE(host.begin(start));
}

TEST(host_schedule, adapts_to_a_slow_host_within_bounds_R07) {
  const auto gap = [](milliseconds took) {
    host_schedule host{{.adaptive = true}};
    const auto ended = fetch_once(host, start, success(took));
    return *host.next_allowed(ended).at - ended;
  };
  EXPECT_EQ(gap(10ms), 1s);
  EXPECT_EQ(gap(2s), 10s);
  EXPECT_EQ(gap(1h), 30s);
  EXPECT_EQ(gap(milliseconds::max() / 4), 30s);
}

TEST(host_schedule, a_larger_crawl_delay_applies_R08) {
  host_schedule host;
  host.obey_crawl_delay(2s);
  const auto ended = fetch_once(host, start, success());
  EXPECT_EQ(host.next_allowed(ended).at, ended + 2s);
  host.obey_crawl_delay(500ms);
  const auto again = fetch_once(host, ended, success());
  EXPECT_EQ(host.next_allowed(again).at, again + 1s);
}

TEST(host_schedule, a_host_with_a_crawl_delay_above_the_limit_is_not_crawled_R08) {
  host_schedule host;
  host.obey_crawl_delay(300s);
  EXPECT_EQ(host.next_allowed(start).why, errc::ok);
  host.obey_crawl_delay(300'001ms);
  EXPECT_EQ(host.next_allowed(start), (host_slot{errc::crawl_delay_too_long, std::nullopt}));
  EXPECT_FALSE(host.begin(start));
}

TEST(host_schedule, retry_after_applies_to_the_whole_host_R09) {
  host_schedule host;
  const auto ended = fetch_once(host, start, status(429, 7s));
  EXPECT_EQ(host.next_allowed(ended).at, ended + 7s);
  EXPECT_FALSE(host.begin(ended + 6'999ms));
}

TEST(host_schedule, retry_after_is_capped_and_has_a_default_R09) {
  const auto gap = [](const fetch_end& what) {
    host_schedule host;
    const auto ended = fetch_once(host, start, what);
    return *host.next_allowed(ended).at - ended;
  };
  EXPECT_EQ(gap(status(503, 1'000h)), 24h);
  EXPECT_EQ(gap(status(503)), 60s);
  EXPECT_EQ(gap(status(429)), 60s);
  EXPECT_EQ(gap(status(429, 0s)), 1s);
  EXPECT_EQ(gap(status(500)), 1s);
  EXPECT_EQ(gap(status(404)), 1s);
}

TEST(host_schedule, retry_after_with_another_status_concerns_only_the_resource) {
  for (int code : {200, 301, 302, 404, 408, 413, 500, 502, 504}) {
    host_schedule host;
    const auto ended = fetch_once(host, start, status(code, 3'600s));
    EXPECT_EQ(host.next_allowed(ended), (host_slot{errc::ok, ended + 1s})) << code;
  }
}

TEST(host_schedule, keeps_the_delay_since_the_last_request_where_a_longer_pause_was_ended_R222) {
  host_schedule ended{{}, {start, errc::ok, "", {}, 0, {}}};
  ended.obey_crawl_delay(20s);
  ended.rest_since(start - 5s);
  EXPECT_EQ(ended.next_allowed(start), (host_slot{errc::asked_to_wait, start + 15s}));
  host_schedule busy{{}, {start + 60s, errc::asked_to_wait, "asked", {}, 0, {}}};
  busy.rest_since(start);
  EXPECT_EQ(busy.next_allowed(start), (host_slot{errc::asked_to_wait, start + 60s})) << "what it asked for";
}

TEST(host_schedule, the_reason_of_a_wait_is_reported) {
  host_schedule busy;
  auto ended = fetch_once(busy, start, status(503, 3'600s));
  EXPECT_EQ(busy.next_allowed(ended), (host_slot{errc::asked_to_wait, ended + 3'600s}));
  EXPECT_EQ(busy.reason(errc::asked_to_wait), "http_status 503, Retry-After: 3600 s");
  EXPECT_EQ(busy.next_allowed(ended + 3'600s), (host_slot{errc::ok, ended + 3'600s}));

  host_schedule vague;
  ended = fetch_once(vague, start, status(429));
  EXPECT_EQ(vague.next_allowed(ended), (host_slot{errc::http_status, ended + 60s})) << "it asked for no time";
  EXPECT_EQ(vague.reason(errc::http_status), "http_status 429 without a usable Retry-After");

  host_schedule slow;
  slow.obey_crawl_delay(120'500ms);
  ended = fetch_once(slow, start, success());
  EXPECT_EQ(slow.next_allowed(ended), (host_slot{errc::asked_to_wait, ended + 120'500ms}));
  EXPECT_EQ(slow.reason(errc::asked_to_wait), "robots.txt asks for a delay of 120.500 s between requests");

  host_schedule dead;
  for (int i = 0; i < 5; ++i) ended = fetch_once(dead, ended, refused());
  EXPECT_EQ(dead.reason(errc::host_suspended), "5 failures in a row, the last one connection_refused");

  host_schedule absurd;
  absurd.obey_crawl_delay(24h);
  EXPECT_EQ(absurd.reason(errc::crawl_delay_too_long),
            "robots.txt asks for a delay of 86400 s between requests, and the campaign waits at most 300 s");

  const host_schedule slow_campaign{{.delay = 90s}};
  EXPECT_EQ(slow_campaign.reason(errc::ok), "the campaign waits 90 s between requests");
}

TEST(host_schedule, the_reason_survives_a_restart) {
  host_schedule before;
  const auto ended = fetch_once(before, start, status(503, 3'600s));
  const host_schedule after{{}, before.state()};
  EXPECT_EQ(after.next_allowed(ended), (host_slot{errc::asked_to_wait, ended + 3'600s}));
  EXPECT_EQ(after.reason(errc::asked_to_wait), before.reason(errc::asked_to_wait));
}

TEST(host_schedule, a_shorter_wait_changes_neither_the_time_nor_the_reason) {
  host_schedule host{{.connections = 2}};
  ASSERT_TRUE(host.begin(start));
  ASSERT_TRUE(host.begin(start + 1s));
  host.end(start + 1s, status(503, 3'600s));
  host.end(start + 2s, success());
  EXPECT_EQ(host.next_allowed(start + 2s), (host_slot{errc::asked_to_wait, start + 3'601s}));
  EXPECT_EQ(host.reason(errc::asked_to_wait), "http_status 503, Retry-After: 3600 s");
}

TEST(host_schedule, a_restart_stays_polite_R09) {
  host_schedule before;
  const auto ended = fetch_once(before, start, status(429, 7s));
  host_schedule after{{}, before.state()};
  EXPECT_EQ(after.next_allowed(ended).at, ended + 7s);

  host_schedule killed;
  ASSERT_TRUE(killed.begin(start));
  host_schedule revived{{}, killed.state()};
  EXPECT_EQ(revived.next_allowed(start + 10ms).at, start + 1s);
}

TEST(host_schedule, five_network_failures_in_a_row_suspend_R10) {
  host_schedule host;
  auto now = start;
  for (int i = 0; i < 4; ++i) now = fetch_once(host, now, refused());
  EXPECT_EQ(host.next_allowed(now).why, errc::ok);
  now = fetch_once(host, now, refused());
  EXPECT_EQ(host.next_allowed(now), (host_slot{errc::host_suspended, now + 30min}));
  EXPECT_FALSE(host.begin(now + 30min - 1ms));
  EXPECT_EQ((host_schedule{{}, host.state()}.next_allowed(now).why), errc::host_suspended);
}

TEST(host_schedule, a_response_resets_the_count_of_failures_R10) {
  host_schedule host;
  auto now = start;
  for (int i = 0; i < 20; ++i) now = fetch_once(host, now, i % 5 == 4 ? status(500) : refused());
  EXPECT_EQ(host.next_allowed(now).why, errc::ok);
  EXPECT_EQ(host.state().failures, 0U);
}

TEST(host_schedule, our_own_failures_do_not_count_against_the_host_R10) {
  host_schedule host;
  auto now = start;
  for (int i = 0; i < 9; ++i)
    now = fetch_once(host, now, i % 2 == 0 ? refused() : fetch_end{0ms, errc::cancelled, 0, std::nullopt});
  EXPECT_EQ(host.next_allowed(now).why, errc::host_suspended);
}

TEST(host_schedule, requests_that_did_not_reach_the_host_do_not_reset_its_failures_R10) {
  for (const auto ours :
       {errc::cancelled, errc::internal, errc::io_failed, errc::no_space, errc::out_of_memory,
        errc::address_refused, errc::port_refused, errc::robots_refused, errc::host_suspended,
        errc::crawl_delay_too_long, errc::lease_expired, errc::worker_crashed}) {
    host_state failing;
    failing.failures = 3;
    host_schedule host{{}, failing};
    fetch_once(host, start, {0ms, ours, 0, std::nullopt});
    EXPECT_EQ(host.state().failures, 3U) << to_string(ours);
  }
}

TEST(host_schedule, a_limit_of_no_connections_means_one) {
  host_schedule host{{.connections = 0}};
  EXPECT_TRUE(host.begin(start));
  EXPECT_FALSE(host.begin(start + 1h));
}

TEST(host_schedule, half_open_allows_one_request_at_a_time_R10) {
  host_schedule host{{.connections = 4, .delay = 0ms}};
  auto now = start;
  for (int i = 0; i < 5; ++i) now = fetch_once(host, now, refused());
  now += 30min;
  ASSERT_TRUE(host.begin(now));
  EXPECT_FALSE(host.begin(now));
  host.end(now, refused());
  EXPECT_EQ(host.next_allowed(now), (host_slot{errc::host_suspended, now + 30min}));
  now += 30min;
  ASSERT_TRUE(host.begin(now));
  host.end(now, success());
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(host.begin(now));
}

TEST(host_schedule, a_response_to_an_earlier_request_ends_a_suspension_R10) {
  host_schedule host{{.connections = 6, .delay = 0ms}};
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(host.begin(start));
  for (int i = 0; i < 5; ++i) host.end(start, refused());
  ASSERT_EQ(host.next_allowed(start).why, errc::host_suspended);
  host.end(start, success());
  EXPECT_EQ(host.next_allowed(start), (host_slot{errc::ok, start}));
  EXPECT_EQ(host.state().suspended_until, timestamp{});
}

TEST(host_schedule, a_dead_host_is_asked_at_most_eight_times_in_the_first_hour_R10) {
  host_schedule host;
  int connects = 0;
  for (auto now = start; now < start + 1h; now += 1s) {
    if (!host.begin(now)) continue;
    ++connects;
    host.end(now, refused());
  }
  EXPECT_GE(connects, 6);
  EXPECT_LE(connects, 8);
}

TEST(host_schedule, ends_without_begin_are_harmless) {
  host_schedule host;
  host.end(start, success());
  EXPECT_EQ(host.open_requests(), 0U);
}

TEST(retry_policy, some_failures_are_retried_R10) {
  for (auto code : {errc::host_not_found, errc::connection_refused, errc::connection_reset,
                    errc::connection_timed_out, errc::http_timeout, errc::network_unreachable,
                    errc::truncated_body, errc::truncated_stream, errc::robots_unreachable, errc::tls_failed,
                    errc::bad_response, errc::io_failed, errc::no_space, errc::out_of_memory})
    EXPECT_TRUE(retry_policy::is_worth_a_retry(code)) << to_string(code);
  for (int code : {408, 425, 429, 500, 502, 503, 504, 522, 524})
    EXPECT_TRUE(retry_policy::is_worth_a_retry(errc::http_status, code)) << code;
}

TEST(retry_policy, other_failures_are_permanent) {
  for (auto code : {errc::ok, errc::uri_syntax, errc::relative_uri, errc::scheme_refused,
                    errc::address_refused, errc::port_refused, errc::robots_refused, errc::redirect_loop,
                    errc::too_many_redirects, errc::redirect_scheme, errc::body_too_large,
                    errc::content_encoding, errc::not_modified, errc::crawl_delay_too_long, errc::cancelled})
    EXPECT_FALSE(retry_policy::is_worth_a_retry(code, 503)) << to_string(code);
  for (int code : {0, 400, 401, 403, 404, 406, 410, 451, 600})
    EXPECT_FALSE(retry_policy::is_worth_a_retry(errc::http_status, code)) << code;
}

TEST(retry_policy, tries_after_a_minute_a_quarter_and_four_hours_R10) {
  const retry_policy policy;
  EXPECT_EQ(policy.next_delay(1, refused(), 0.5), 60s);
  EXPECT_EQ(policy.next_delay(2, refused(), 0.5), 15min);
  EXPECT_EQ(policy.next_delay(3, refused(), 0.5), 4h);
  EXPECT_EQ(policy.next_delay(4, refused(), 0.5), std::nullopt);
  EXPECT_EQ(policy.next_delay(0, refused(), 0.5), std::nullopt);
  EXPECT_EQ(policy.next_delay(1, status(404), 0.5), std::nullopt);
}

TEST(retry_policy, jitter_is_a_fifth_to_both_sides_R10) {
  const retry_policy policy;
  EXPECT_EQ(policy.next_delay(1, refused(), 0.0), 48s);
  EXPECT_EQ(policy.next_delay(1, refused(), 1.0), 72s);
  EXPECT_EQ(policy.next_delay(1, refused(), 7.0), 72s);
}

TEST(retry_policy, a_longer_retry_after_applies_up_to_a_day_R09) {
  const retry_policy policy;
  EXPECT_EQ(policy.next_delay(1, status(503, 2h), 0.5), 2h);
  EXPECT_EQ(policy.next_delay(1, status(503, 1s), 0.5), 60s);
  EXPECT_EQ(policy.next_delay(1, status(503, 1'000h), 0.5), 24h);
}

}  // namespace laundromat
