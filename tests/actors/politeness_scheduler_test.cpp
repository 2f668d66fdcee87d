// Tests of the politeness scheduler, under virtual time: when a request is permitted, and why it is refused or put off.
// SPDX-License-Identifier: Apache-2.0
#include "actors/politeness_scheduler.hpp"

#include "tests/actors/politeness_fixture.hpp"

namespace laundromat {

TEST_F(politeness_test, robots_txt_is_read_once_and_before_the_first_request) {
  start();
  ask(stranger);
  ASSERT_EQ(robots_reads_.size(), 1U);
  EXPECT_EQ(robots_reads_[0].first, "http://stranger.example/robots.txt");
  EXPECT_EQ(admitted(), 0U) << "the request waits for its slot after robots.txt";
  pass(seconds{2});
  ASSERT_TRUE(is_admitted(stranger));
  EXPECT_GE(answer_to(stranger)->at, robots_reads_[0].second + seconds{1});
}

TEST_F(politeness_test, a_host_has_one_connection_and_the_delay_counts_from_the_end_to_the_next_begin) {
  start();
  for (const auto* path : {"a", "b", "c"}) ask(std::string{"http://stranger.example/"} + path);
  pass(seconds{30});
  EXPECT_EQ(admitted(), 1U) << "no other request while the first is in progress";
  release("http://stranger.example/a");
  const auto ended = time();
  pass(milliseconds{900});
  EXPECT_EQ(admitted(), 1U);
  pass(milliseconds{200});
  EXPECT_EQ(admitted(), 2U);
  EXPECT_GE(answer_to("http://stranger.example/b")->at, ended + seconds{1});
  pass(seconds{30});
  EXPECT_EQ(admitted(), 2U);
}

TEST_F(
    politeness_test,
    the_delay_of_the_campaign_holds_between_any_two_requests_of_one_host_and_hosts_do_not_wait_for_each_other) {
  env->settings.politeness.delay_s = 2.5;
  start();
  const std::vector<std::string> uris{"http://stranger.example/1", "http://stranger.example/2",
                                      "http://other.example/1"};
  for (const auto& uri : uris) ask(uri);
  pass(seconds{3});
  EXPECT_TRUE(is_admitted(uris[0]));
  EXPECT_TRUE(is_admitted(uris[2]));
  release(uris[0]);
  const auto ended = time();
  pass(seconds{10});
  ASSERT_TRUE(is_admitted(uris[1]));
  EXPECT_GE(answer_to(uris[1])->at, ended + milliseconds{2'500});
  EXPECT_LE(answer_to(uris[1])->at, ended + milliseconds{2'700});
}

TEST_F(politeness_test, an_own_host_has_its_configured_connections_and_delay) {
  own_host("own.example", 0, 3);
  start();
  for (int i = 0; i < 5; ++i) ask("http://own.example/" + std::to_string(i));
  EXPECT_EQ(admitted(), 3U);
  EXPECT_EQ(answers_.back().at, env->wall_epoch);
  release("http://own.example/0");
  EXPECT_EQ(admitted(), 4U);
  EXPECT_EQ(robots_reads_.size(), 1U) << "its robots.txt is read like any other";
}

TEST_F(politeness_test,
       a_thousand_requests_in_23_hours_read_robots_txt_once_and_the_25th_hour_reads_it_again_R04) {
  own_host("own.example", 0, 1);
  start();
  for (int i = 0; i < 1'000; ++i) {
    const auto uri = "http://own.example/" + std::to_string(i);
    ask(uri);
    ASSERT_TRUE(is_admitted(uri)) << i;
    release(uri);
    pass(seconds{82}, seconds{41});
  }
  ASSERT_LT(time(), env->wall_epoch + std::chrono::hours{23});
  EXPECT_EQ(robots_reads_.size(), 1U);
  pass(std::chrono::hours{2}, seconds{60});
  ask("http://own.example/late");
  EXPECT_EQ(robots_reads_.size(), 2U);
  EXPECT_TRUE(is_admitted("http://own.example/late"));
}

TEST_F(politeness_test, a_restart_within_24_hours_reads_no_robots_txt_again_and_obeys_the_stored_one) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nDisallow: /secret\n"); };
  start();
  ask(stranger);
  pass(seconds{5});
  release(stranger);
  start();
  ask("http://stranger.example/secret/1");
  pass(seconds{5});
  EXPECT_EQ(robots_reads_.size(), 1U);
  ASSERT_TRUE(answer_to("http://stranger.example/secret/1"));
  EXPECT_EQ(answer_to("http://stranger.example/secret/1")->verdict.verdict, errc::robots_refused);
}

TEST_F(politeness_test, a_forbidden_request_is_refused_with_the_rule_and_costs_no_slot) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nDisallow: /attic\n"); };
  start();
  ask("http://stranger.example/attic/box.nt");
  ask("http://stranger.example/kitchen.nt");
  pass(seconds{2});
  const auto* refused = answer_to("http://stranger.example/attic/box.nt");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->verdict.verdict, errc::robots_refused);
  EXPECT_NE(refused->verdict.detail.find("/attic"), std::string::npos) << refused->verdict.detail;
  EXPECT_TRUE(is_admitted("http://stranger.example/kitchen.nt"));
}

TEST_F(politeness_test, a_missing_robots_txt_allows_everything) {
  for (const auto* status : {"404", "410", "403"}) {
    robots_ = [status](const std::string&) { return robots_answer(status); };
    start();
    const auto uri = "http://h" + std::string{status} + ".example/a";
    ask(uri);
    pass(seconds{3});
    EXPECT_TRUE(is_admitted(uri)) << status;
  }
}

TEST_F(politeness_test, a_robots_txt_that_fails_forbids_everything_until_it_is_read_R03) {
  own_host("own.example", 0, 1);
  const auto well_again = env->wall_epoch + std::chrono::minutes{10};
  robots_ = [this, well_again](const std::string&) {
    return time() < well_again ? robots_answer("503") : robots_answer("200", "User-agent: *\nAllow: /\n");
  };
  start();
  const std::string uri = "http://own.example/a";
  timestamp next{};
  while (time() < env->wall_epoch + std::chrono::minutes{30} && !is_admitted(uri)) {
    if (next <= time()) {
      ask(uri);
      if (is_admitted(uri)) break;
      ASSERT_TRUE(answer_to(uri));
      EXPECT_EQ(answer_to(uri)->verdict.verdict, errc::robots_unreachable);
      next = answer_to(uri)->verdict.not_before;
      ASSERT_GT(next, time()) << "the answer has a time";
    }
    pass(seconds{1}, seconds{1});
  }
  ASSERT_TRUE(is_admitted(uri));
  EXPECT_GE(answer_to(uri)->at, well_again);
  EXPECT_LE(robots_reads_.size(), 4U);
}

TEST_F(politeness_test, a_robots_txt_that_cannot_be_reached_forbids_everything) {
  robots_ = [](const std::string&) { return robots_outcome{errc::connection_timed_out, "", 0, ""}; };
  start();
  ask(stranger);
  pass(seconds{10});
  ASSERT_TRUE(answer_to(stranger));
  EXPECT_EQ(answer_to(stranger)->verdict.verdict, errc::connection_timed_out);
}

TEST_F(politeness_test, a_crawl_delay_of_2_is_obeyed) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nCrawl-delay: 2\n"); };
  start();
  ask("http://stranger.example/1");
  ask("http://stranger.example/2");
  pass(seconds{5});
  ASSERT_TRUE(is_admitted("http://stranger.example/1"));
  release("http://stranger.example/1");
  const auto ended = time();
  pass(seconds{5});
  ASSERT_TRUE(is_admitted("http://stranger.example/2"));
  EXPECT_GE(answer_to("http://stranger.example/2")->at, ended + seconds{2});
}

TEST_F(politeness_test, a_crawl_delay_of_a_day_refuses_the_host_without_one_request) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nCrawl-delay: 86400\n"); };
  start();
  for (int i = 0; i < 3; ++i) ask("http://stranger.example/" + std::to_string(i));
  pass(seconds{120}, seconds{1});
  ASSERT_EQ(answers_.size(), 3U);
  for (const auto& answer : answers_) EXPECT_EQ(answer.verdict.verdict, errc::crawl_delay_too_long);
  EXPECT_EQ(robots_reads_.size(), 1U);
}

TEST_F(politeness_test, retry_after_holds_for_the_whole_host_and_for_no_other_R09) {
  own_host("own.example", 0, 2);
  own_host("other.example", 0, 1);
  start();
  ask("http://own.example/1");
  release("http://own.example/1", "429", "7");
  const auto released = time();
  ask("http://own.example/2");
  ask("http://other.example/1");
  EXPECT_TRUE(is_admitted("http://other.example/1"));
  pass(milliseconds{6'900});
  EXPECT_FALSE(is_admitted("http://own.example/2"));
  pass(milliseconds{300});
  ASSERT_TRUE(is_admitted("http://own.example/2"));
  EXPECT_GE(answer_to("http://own.example/2")->at, released + seconds{7});
}

TEST_F(politeness_test, retry_after_survives_a_restart_R69) {
  own_host("own.example", 0, 1);
  start();
  ask("http://own.example/1");
  release("http://own.example/1", "429", "7");
  const auto released = time();
  start();
  ask("http://own.example/2");
  pass(milliseconds{6'900});
  EXPECT_FALSE(answer_to("http://own.example/2"));
  pass(milliseconds{300});
  ASSERT_TRUE(is_admitted("http://own.example/2"));
  EXPECT_GE(answer_to("http://own.example/2")->at, released + seconds{7});
}

TEST_F(politeness_test, a_host_is_stored_once_a_second_while_nothing_but_passed_times_changes) {
  own_host("own.example", 0, 1);
  start();
  const auto request = [&](int number, const std::string& status = "200") {
    const auto uri = "http://own.example/" + std::to_string(number);
    ask(uri);
    release(uri, status, status == "200" ? "" : "7");
  };
  request(1);
  const auto first = saves_;
  request(2);
  request(3);
  EXPECT_EQ(saves_, first);
  pass(seconds{1});
  request(4);
  EXPECT_EQ(saves_, first + 1);
  request(5, "429");
  EXPECT_EQ(saves_, first + 2) << "a pause is stored at once";
}

TEST_F(politeness_test, a_request_that_would_wait_more_than_a_minute_is_put_off_with_a_time) {
  own_host("own.example", 0, 1);
  start();
  ask("http://own.example/1");
  release("http://own.example/1", "503", "3600");
  const auto released = time();
  ask("http://own.example/2");
  ASSERT_TRUE(answer_to("http://own.example/2"));
  const auto& later = answer_to("http://own.example/2")->verdict;
  EXPECT_EQ(later.verdict, errc::asked_to_wait);
  EXPECT_EQ(later.later, retry_rule::put_off);
  EXPECT_EQ(later.detail, "http_status 503, Retry-After: 3600 s");
  EXPECT_EQ(later.not_before, released + seconds{3'600});
}

TEST_F(politeness_test, the_reporter_receives_how_many_requests_wait_for_which_host_until_when_and_why) {
  start();
  ask(stranger);
  pass(seconds{5});
  release(stranger, "503", "600");
  for (int i = 0; i < 19; ++i) ask("http://stranger.example/" + std::to_string(i));
  pass(seconds{10});
  ASSERT_FALSE(waits_.empty());
  const auto& waits = waits_.back();
  EXPECT_EQ(waits.requests, 19U);
  EXPECT_EQ(waits.hosts, 1U);
  ASSERT_EQ(waits.longest.size(), 1U);
  EXPECT_EQ(waits.longest[0].authority, "stranger.example:80");
  EXPECT_EQ(waits.longest[0].requests, 19U);
  EXPECT_GE(waits.longest[0].until, time() + seconds{500});
  EXPECT_NE(waits.longest[0].reason, "");
  pass(seconds{620}, seconds{10});
  EXPECT_EQ(waits_.back().requests, 0U) << "their time is over";
}

TEST_F(politeness_test, a_retry_after_of_another_status_delays_no_request) {
  own_host("own.example", 0, 1);
  start();
  for (const auto* status : {"301", "404", "500", "200"}) {
    const auto uri = std::string{"http://own.example/"} + status;
    ask(uri);
    ASSERT_TRUE(is_admitted(uri)) << status;
    release(uri, status, "3600");
  }
  ask("http://own.example/next");
  EXPECT_TRUE(is_admitted("http://own.example/next"));
}

TEST_F(politeness_test,
       a_crawl_delay_of_two_minutes_is_no_failure_and_each_waiting_request_gets_its_own_time) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nCrawl-delay: 120\n"); };
  start();
  const std::vector<std::string> uris{"http://stranger.example/1", "http://stranger.example/2",
                                      "http://stranger.example/3"};
  const auto robots_read = time();
  ask("http://stranger.example/0");
  ASSERT_TRUE(answer_to("http://stranger.example/0"));
  EXPECT_EQ(answer_to("http://stranger.example/0")->verdict.not_before, robots_read + seconds{120})
      << "also the first document waits";
  pass(seconds{120}, seconds{1});
  for (const auto& uri : uris) ask(uri);
  ASSERT_TRUE(is_admitted(uris[0]));
  release(uris[0]);
  const auto ended = time();
  for (std::size_t i = 1; i < uris.size(); ++i) {
    const auto* answer = answer_to(uris[i]);
    ASSERT_TRUE(answer) << i;
    EXPECT_EQ(answer->verdict.verdict, errc::asked_to_wait);
    EXPECT_EQ(answer->verdict.later, retry_rule::put_off);
    EXPECT_EQ(answer->verdict.detail, "robots.txt asks for a delay of 120 s between requests");
    EXPECT_EQ(answer->verdict.not_before, ended + i * seconds{120});
  }
  pass(seconds{120}, seconds{1});
  ask(uris[1]);
  EXPECT_TRUE(is_admitted(uris[1]));
}

TEST_F(politeness_test, the_reason_and_the_time_of_a_wait_survive_a_restart) {
  own_host("own.example", 0, 1);
  start();
  ask("http://own.example/1");
  release("http://own.example/1", "503", "3600");
  const auto released = time();
  EXPECT_EQ(stored_["own.example:80"].waits_for, errc::asked_to_wait);
  EXPECT_EQ(stored_["own.example:80"].detail, "http_status 503, Retry-After: 3600 s");
  start();
  ask("http://own.example/2");
  const auto* later = answer_to("http://own.example/2");
  ASSERT_TRUE(later);
  EXPECT_EQ(later->verdict.verdict, errc::asked_to_wait);
  EXPECT_EQ(later->verdict.detail, "http_status 503, Retry-After: 3600 s");
  EXPECT_EQ(later->verdict.not_before, released + seconds{3'600});
}

TEST_F(politeness_test, a_host_whose_address_is_refused_is_forgotten) {
  robots_ = [](const std::string&) {
    robots_outcome refused{errc::address_refused, "", 0, ""};
    refused.detail = "10.0.0.1 port 80; to allow it, write";
    return refused;
  };
  start();
  for (int i = 1; i < 4; ++i) {
    ask(stranger);
    pass(seconds{10});
    ASSERT_TRUE(answer_to(stranger));
    EXPECT_EQ(answer_to(stranger)->verdict.verdict, errc::address_refused);
    EXPECT_EQ(answer_to(stranger)->verdict.detail, "10.0.0.1 port 80; to allow it, write") << "what to do";
    EXPECT_EQ(lookups_, i) << "a forgotten host is looked up in the journal";
  }
}

TEST_F(politeness_test,
       five_network_failures_in_a_row_suspend_the_host_and_one_request_tries_it_after_half_an_hour_R10) {
  own_host("own.example", 0, 4);
  start();
  for (int i = 0; i < 5; ++i) {
    const auto uri = "http://own.example/" + std::to_string(i);
    ask(uri);
    ASSERT_TRUE(is_admitted(uri)) << i;
    release(uri, "", "", errc::connection_refused);
  }
  const auto suspended = time();
  ask("http://own.example/next");
  ASSERT_TRUE(answer_to("http://own.example/next"));
  EXPECT_EQ(answer_to("http://own.example/next")->verdict.verdict, errc::host_suspended);
  EXPECT_EQ(answer_to("http://own.example/next")->verdict.not_before, suspended + std::chrono::minutes{30});
  pass(std::chrono::minutes{30}, seconds{10});
  ask("http://own.example/probe");
  ask("http://own.example/behind");
  EXPECT_TRUE(is_admitted("http://own.example/probe"));
  EXPECT_FALSE(answer_to("http://own.example/behind")) << "half open: one at a time";
  release("http://own.example/probe");
  EXPECT_TRUE(is_admitted("http://own.example/behind"));
}

TEST_F(politeness_test, a_suspension_survives_a_restart) {
  own_host("own.example", 0, 4);
  start();
  for (int i = 0; i < 5; ++i) {
    ask("http://own.example/" + std::to_string(i));
    release("http://own.example/" + std::to_string(i), "", "", errc::connection_refused);
  }
  start();
  ask("http://own.example/next");
  ASSERT_TRUE(answer_to("http://own.example/next"));
  EXPECT_EQ(answer_to("http://own.example/next")->verdict.verdict, errc::host_suspended);
}

TEST_F(politeness_test, a_local_file_is_permitted_at_once_without_robots_txt) {
  start(false);
  ask("file:///data/a.nt");
  EXPECT_TRUE(is_admitted("file:///data/a.nt"));
  EXPECT_TRUE(robots_reads_.empty());
}

TEST_F(politeness_test, without_a_fetcher_no_request_is_permitted) {
  start(false);
  ask(stranger);
  pass(seconds{10});
  EXPECT_FALSE(answer_to(stranger));
  caf::anon_send(politeness_, pull_atom::value, fetcher_);
  pass(seconds{3});
  EXPECT_TRUE(is_admitted(stranger));
}

TEST_F(politeness_test, a_drain_answers_all_waiting_requests_and_refuses_new_ones) {
  start();
  for (int i = 0; i < 3; ++i) ask("http://stranger.example/" + std::to_string(i));
  pass(seconds{3});
  ASSERT_EQ(answers_.size(), 1U);
  caf::anon_send(politeness_, drain_atom::value);
  run();
  ASSERT_EQ(answers_.size(), 3U);
  EXPECT_EQ(answers_[1].verdict.verdict, errc::cancelled);
  EXPECT_EQ(answers_[2].verdict.verdict, errc::cancelled);
  ask("http://other.example/");
  EXPECT_EQ(answers_.back().verdict.verdict, errc::cancelled);
}

TEST_F(politeness_test, a_slot_that_is_not_released_is_free_after_the_longest_transfer) {
  env->settings.network.total_timeout_s = 60;
  start();
  ask("http://stranger.example/lost");
  pass(seconds{3});
  ASSERT_TRUE(is_admitted("http://stranger.example/lost"));
  const auto granted = time();
  ask("http://stranger.example/next");
  pass(seconds{110}, seconds{1});
  EXPECT_FALSE(answer_to("http://stranger.example/next"));
  pass(seconds{30}, seconds{1});
  ASSERT_TRUE(is_admitted("http://stranger.example/next"));
  EXPECT_GE(answer_to("http://stranger.example/next")->at, granted + seconds{110});
}

TEST_F(politeness_test, a_slot_is_never_granted_to_a_request_that_has_timed_out) {
  start();
  ask("http://stranger.example/long");
  pass(seconds{3});
  ASSERT_TRUE(is_admitted("http://stranger.example/long"));
  ask("http://stranger.example/impatient");
  pass(std::chrono::minutes{10}, seconds{1});
  ASSERT_TRUE(answer_to("http://stranger.example/impatient"))
      << "answered before the time-out of the entry, ten minutes";
  EXPECT_EQ(answer_to("http://stranger.example/impatient")->verdict.verdict, errc::cancelled);
  ask("http://stranger.example/next");
  release("http://stranger.example/long");
  pass(seconds{3});
  EXPECT_TRUE(is_admitted("http://stranger.example/next"));
}

TEST_F(politeness_test, ftp_has_no_robots_txt_and_the_delay_of_the_campaign_R207) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nDisallow: /\n"); };
  start();
  const std::vector<std::string> uris{"ftp://stranger.example/1", "ftp://stranger.example/2"};
  for (const auto& uri : uris) ask(uri);
  EXPECT_TRUE(is_admitted(uris[0]));
  pass(seconds{30});
  EXPECT_FALSE(is_admitted(uris[1])) << "one request at a time";
  release(uris[0], "");
  pass(milliseconds{900});
  EXPECT_FALSE(is_admitted(uris[1]));
  pass(milliseconds{200});
  EXPECT_TRUE(is_admitted(uris[1]));
  EXPECT_TRUE(robots_reads_.empty());
}

TEST_F(politeness_test, ftp_at_a_port_of_http_does_not_lift_its_robots_txt_R207) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nDisallow: /\n"); };
  start();
  ask("ftp://stranger.example:8080/x");
  EXPECT_TRUE(is_admitted("ftp://stranger.example:8080/x"));
  release("ftp://stranger.example:8080/x", "");
  ask("http://stranger.example:8080/x");
  pass(seconds{5});
  EXPECT_EQ(robots_reads_.size(), 1U);
  EXPECT_EQ(answer_to("http://stranger.example:8080/x")->verdict.verdict, errc::robots_refused);
}

}  // namespace laundromat
