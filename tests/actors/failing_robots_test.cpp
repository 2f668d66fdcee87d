// Tests of hosts whose robots.txt fails or forbids all requests for a while, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/politeness_fixture.hpp"

namespace laundromat {

TEST_F(politeness_test, an_unreachable_robots_txt_has_its_first_cause_also_after_a_restart) {
  robots_ = [](const std::string& uri) {
    if (uri.find("busy") != std::string::npos) return robots_answer("503");
    return robots_outcome{errc::tls_failed, "", 0, "", "certificate expired on 2015-04-12", "", false};
  };
  start();
  for (int life = 0; life < 2; ++life) {
    ask("http://stranger.example/a");
    ask("http://busy.example/a");
    const auto* stranger_answer = answer_to("http://stranger.example/a");
    ASSERT_TRUE(stranger_answer);
    EXPECT_EQ(stranger_answer->verdict.verdict, errc::tls_failed);
    EXPECT_EQ(stranger_answer->verdict.detail, "reading robots.txt: certificate expired on 2015-04-12");
    EXPECT_EQ(stranger_answer->verdict.later, retry_rule::retry);
    const auto* busy_answer = answer_to("http://busy.example/a");
    ASSERT_TRUE(busy_answer);
    EXPECT_EQ(busy_answer->verdict.verdict, errc::robots_unreachable);
    EXPECT_EQ(busy_answer->verdict.detail, "http_status 503 for robots.txt");
    answers_.clear();
    start();
  }
  EXPECT_EQ(robots_reads_.size(), 2U);
}

TEST_F(politeness_test, a_robots_txt_that_redirects_to_a_refused_address_is_unreachable_R05) {
  for (const auto cause : {errc::address_refused, errc::port_refused}) {
    const auto uri = "http://" + std::string{to_string(cause)} + ".example/a";
    robots_ = [cause](const std::string&) {
      return robots_outcome{cause, "302", 1, "", "10.0.0.1", "", false};
    };
    robots_reads_.clear();
    start();
    ask(uri);
    pass(seconds{10});
    ASSERT_TRUE(answer_to(uri));
    EXPECT_EQ(answer_to(uri)->verdict.verdict, cause);
    EXPECT_EQ(answer_to(uri)->verdict.detail, "reading robots.txt: 10.0.0.1");
    EXPECT_EQ(answer_to(uri)->verdict.later, retry_rule::retry) << "the redirect may be mended";
    robots_ = [](const std::string&) { return robots_answer("404"); };
    pass(seconds{310}, seconds{10});
    ask(uri);
    pass(seconds{10});
    EXPECT_EQ(robots_reads_.size(), 2U);
    EXPECT_TRUE(is_admitted(uri));
  }
}

TEST_F(politeness_test, the_retry_after_of_a_robots_txt_is_obeyed_and_reported_also_after_a_restart) {
  for (const auto* status : {"429", "503"}) {
    const auto host = std::string{"busy"} + status + ".example";
    const auto uri = "http://" + host + "/a";
    robots_ = [status](const std::string&) { return robots_answer(status, "", "3600"); };
    robots_reads_.clear();
    start();
    ask(uri);
    const auto answered = time();
    const auto ends = answered + seconds{3'600};
    ASSERT_EQ(robots_reads_.size(), 1U);
    ASSERT_TRUE(answer_to(uri));
    EXPECT_EQ(answer_to(uri)->verdict.verdict, errc::robots_unreachable);
    EXPECT_EQ(answer_to(uri)->verdict.not_before, ends);
    const auto& row = stored_[host + ":80"];
    EXPECT_EQ(row.next_allowed, ends);
    EXPECT_EQ(row.robots.expires, ends);
    EXPECT_EQ(row.detail, std::string{"http_status "} + status + ", Retry-After: 3600 s");
    for (int life = 0; life < 2; ++life, start()) {
      pass(seconds{1'000}, seconds{10});
      ask(uri);
    }
    EXPECT_EQ(robots_reads_.size(), 1U) << "no request is sent within the hour";
    robots_ = [](const std::string&) { return robots_answer("404"); };
    pass(ends - time() + seconds{60}, seconds{10});
    ask(uri);
    pass(seconds{10});
    EXPECT_EQ(robots_reads_.size(), 2U);
    EXPECT_TRUE(is_admitted(uri));
  }
}

TEST_F(politeness_test, a_wait_that_an_operator_has_ended_is_over_in_a_running_engine) {
  robots_ = [](const std::string&) { return robots_answer("500"); };
  start();
  ask(stranger);
  pass(seconds{10});
  ASSERT_EQ(robots_reads_.size(), 1U);
  robots_ = [](const std::string&) { return robots_answer("404"); };
  stored_["stranger.example:80"].robots.expires = time();
  ask(stranger);
  pass(seconds{10});
  EXPECT_EQ(robots_reads_.size(), 1U) << "nobody has told the engine";
  env->steering =
      std::make_shared<const steering_rules>();  // as the journal does when its version is another one
  ask(stranger);
  pass(seconds{10});
  EXPECT_EQ(robots_reads_.size(), 2U);
  EXPECT_TRUE(is_admitted(stranger));
}

TEST_F(politeness_test, the_crawl_delay_of_the_last_readable_robots_txt_stays_while_a_later_one_fails) {
  own_host("own.example", 0, 1);
  env->settings.robots.expiry_h = 1;
  robots_ = [this](const std::string&) {
    const bool fails = robots_reads_.size() > 1 && robots_reads_.size() < 800;
    return fails ? robots_outcome{errc::truncated_body, "200", 0, ""}
                 : robots_answer("200", "User-agent: *\nCrawl-delay: 9\n");
  };
  start();
  ask("http://own.example/1");
  pass(seconds{10});
  release("http://own.example/1");
  const auto last_day = env->wall_epoch + std::chrono::hours{24 * 31};
  while (!is_admitted("http://own.example/later") && time() < last_day) {
    pass(std::chrono::hours{1}, std::chrono::hours{1});
    ask("http://own.example/later");
    pass(seconds{20}, seconds{1});
  }
  ASSERT_TRUE(is_admitted("http://own.example/later")) << "after 30 days the last answer is used again";
  EXPECT_GE(time(), env->wall_epoch + std::chrono::hours{24 * 30});
  release("http://own.example/later");
  const auto ended = time();
  ask("http://own.example/3");
  pass(seconds{20});
  ASSERT_TRUE(is_admitted("http://own.example/3"));
  EXPECT_GE(answer_to("http://own.example/3")->at, ended + seconds{9});
}

TEST_F(politeness_test, the_rules_of_a_failing_robots_txt_survive_a_restart) {
  own_host("own.example", 0, 1);
  env->settings.robots.expiry_h = 1;
  robots_ = [](const std::string&) {
    return robots_answer("200", "User-agent: *\nCrawl-delay: 9\nDisallow: /private\n");
  };
  start();
  ask("http://own.example/1");
  pass(seconds{10});
  release("http://own.example/1");
  robots_ = [](const std::string&) { return robots_answer("503", "<p>come again</p>"); };
  pass(std::chrono::hours{2}, std::chrono::hours{1});
  const auto failing_since = time();
  ask("http://own.example/2");
  pass(seconds{20}, seconds{1});
  const auto last_day = failing_since + std::chrono::hours{24 * 31};
  while (!is_admitted("http://own.example/later") && time() < last_day) {
    start();
    pass(std::chrono::hours{6}, std::chrono::hours{6});
    ask("http://own.example/later");
    pass(seconds{80}, seconds{1});  // the pause after a 503 without a Retry-After
  }
  ASSERT_TRUE(is_admitted("http://own.example/later")) << "30 days are counted through restarts";
  EXPECT_GE(time(), failing_since + std::chrono::hours{24 * 30});
  release("http://own.example/later");
  const auto ended = time();
  ask("http://own.example/private");
  ask("http://own.example/3");
  pass(seconds{20});
  EXPECT_EQ(answer_to("http://own.example/private")->verdict.verdict, errc::robots_refused);
  ASSERT_TRUE(is_admitted("http://own.example/3"));
  EXPECT_GE(answer_to("http://own.example/3")->at, ended + seconds{9});
}

TEST_F(politeness_test,
       a_host_that_is_refused_for_its_crawl_delay_is_asked_for_its_robots_txt_again_the_next_day) {
  robots_ = [](const std::string&) { return robots_answer("200", "User-agent: *\nCrawl-delay: 86400\n"); };
  for (const auto restarts : {false, true}) {
    const auto uri = restarts ? "http://restarted.example/a" : "http://stranger.example/a";
    robots_reads_.clear();
    start();
    for (std::size_t day = 1; day < 4; ++day) {
      ask(uri);
      pass(seconds{10});
      EXPECT_EQ(answer_to(uri)->verdict.verdict, errc::crawl_delay_too_long);
      EXPECT_EQ(robots_reads_.size(), day);
      pass(std::chrono::hours{25}, std::chrono::hours{1});
      if (restarts) start();
    }
  }
}

}  // namespace laundromat
