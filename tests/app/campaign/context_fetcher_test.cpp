// Tests of loading contexts: redirects, refusals and limits.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/context_fetcher.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <mutex>
#include <thread>

#include "app/terminal/wall_clock.hpp"
#include "net/site_server.hpp"

namespace laundromat::test {
namespace {

namespace fs = std::filesystem;

class context_site : public testing::Test {
 protected:
  ~context_site() override {
    server.reset();
    std::error_code ignored;
    fs::remove_all(root, ignored);
  }
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "context_fetcher_test.XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root = name;
  }
  void add(const std::string& name, const std::string& bytes) const {
    std::ofstream(root / name, std::ios::binary) << bytes;
  }
  void start(std::vector<site_rule> rules = {}) {
    site_options options;
    options.root = root;
    options.media_types = usual_media_types();
    options.rules = std::move(rules);
    options.on_request = [this](std::string_view path, int) {
      const std::lock_guard lock(mutex);
      asked.emplace_back(path);
    };
    auto started = site_server::start(std::move(options));
    ASSERT_TRUE(started) << to_string(started.error());
    server.emplace(std::move(*started));
  }
  result<std::string> load(std::string_view path) { return loader.load(server->url(path)); }

  fs::path root;
  std::optional<site_server> server;
  std::mutex mutex;
  std::vector<std::string> asked;
  static campaign settings(double delay_s = 0) {
    campaign made;
    made.contact = {"laundromat-test", "https://example.org/", "crawl@example.org"};
    made.network.allow = {"127.0.0.0/8", "::1"};
    made.politeness.delay_s = delay_s;
    return made;
  }
  context_fetcher loader{settings(), wall_now};
};

TEST_F(context_site, loads_a_context_after_asking_robots_once) {
  add("one.jsonld", "{\"@context\": {}}");
  add("two.jsonld", "{\"@context\": {\"a\": \"http://a/\"}}");
  start();
  EXPECT_EQ(load("/one.jsonld").value_or("none"), "{\"@context\": {}}");
  EXPECT_TRUE(load("/two.jsonld"));
  server
      ->stop();  // the server reports an answer only after sending it, and those of two connections in any order
  std::ranges::sort(asked);
  EXPECT_EQ(asked, (std::vector<std::string>{"/one.jsonld", "/robots.txt", "/two.jsonld"}));
}

TEST_F(context_site, does_not_ask_again_for_what_is_not_there) {
  start();
  for (int i = 0; i < 2; ++i) {
    const auto got = load("/none.json");
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, errc::http_status);
    EXPECT_EQ(got.error().detail, "404");
  }
  server->stop();
  EXPECT_EQ(std::ranges::count(asked, "/none.json"), 1);
}

TEST_F(context_site, asks_again_for_what_was_not_there_an_hour_ago) {
  start();
  auto now = wall_now();
  context_fetcher timed{settings(), [&] { return now; }};
  EXPECT_FALSE(timed.load(server->url("/none.json")));
  now += std::chrono::minutes{59};
  EXPECT_FALSE(timed.load(server->url("/none.json")));
  now += std::chrono::minutes{2};
  EXPECT_FALSE(timed.load(server->url("/none.json")));
  server->stop();
  EXPECT_EQ(std::ranges::count(asked, "/none.json"), 2);
}

TEST_F(context_site, obeys_robots) {
  add("robots.txt", "User-agent: *\nDisallow: /secret\n");
  add("secret.jsonld", "{}");
  start();
  const auto got = load("/secret.jsonld");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::robots_refused);
}

TEST_F(context_site, a_broken_robots_forbids_everything) {
  add("one.jsonld", "{}");
  start({{"/robots.txt", serve_status{503, ""}}});
  const auto got = load("/one.jsonld");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::robots_unreachable);
  EXPECT_NE(got.error().detail.find("503"), std::string::npos) << got.error().detail;
}

TEST_F(context_site, the_first_512_KiB_of_a_robots_txt_count_whatever_its_size) {
  add("one.jsonld", "{}");
  add("secret.jsonld", "{}");
  add("robots.txt", "User-agent: *\nDisallow: /secret\n" + std::string(3U << 20, '\n'));
  start();
  EXPECT_TRUE(load("/one.jsonld"));
  EXPECT_EQ(load("/secret.jsonld").error().code, errc::robots_refused);
}

TEST_F(context_site, a_robots_txt_without_a_body_allows_everything) {
  add("one.jsonld", "{}");
  start({{"/robots.txt", serve_status{204, ""}}});
  EXPECT_TRUE(load("/one.jsonld"));
}

TEST_F(context_site, follows_redirects_and_the_alternate_link_of_a_page) {
  add("page.html", "<p>no context</p>");
  add("real.jsonld", "{\"real\": 1}");
  start({{"/", serve_redirect{"/page.html"}},
         {"/page.html",
          serve_header{"Link", "</real.jsonld>; rel=\"alternate\"; type=\"application/ld+json\""}}});
  EXPECT_EQ(load("/").value_or("none"), "{\"real\": 1}");
}

TEST_F(context_site, a_context_beyond_the_limit_is_refused) {
  add("large.jsonld", std::string((1 << 20) + 1, ' '));
  start();
  const auto got = load("/large.jsonld");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::body_too_large);
}

TEST_F(context_site, an_address_that_the_guard_refuses_is_never_connected_to) {
  start();
  auto public_only = settings();
  public_only.network.allow.clear();
  context_fetcher guarded{public_only, wall_now};
  EXPECT_FALSE(guarded.load(server->url("/one.jsonld")));
  server->stop();
  EXPECT_TRUE(asked.empty());
}

TEST_F(context_site, the_delay_of_the_campaign_is_between_requests_to_a_host) {
  add("one.jsonld", "{}");
  add("two.jsonld", "{}");
  start();
  context_fetcher polite{settings(0.25), wall_now};
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_TRUE(polite.load(server->url("/one.jsonld")));  // after its robots.txt
  EXPECT_TRUE(polite.load(server->url("/two.jsonld")));
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds{500});
}

TEST_F(context_site, a_host_that_asks_to_wait_is_not_asked_and_does_not_hold_the_document) {
  add("one.jsonld", "{}");
  start({{"/busy.jsonld", serve_status{503, ""}}, {"/busy.jsonld", serve_header{"Retry-After", "3600"}}});
  EXPECT_FALSE(load("/busy.jsonld"));
  const auto got = load("/one.jsonld");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::host_suspended);
  server->stop();
  EXPECT_EQ(std::ranges::count(asked, "/one.jsonld"), 0);
}

TEST_F(context_site, what_the_operator_excludes_is_not_asked_for) {
  add("one.jsonld", "{}");
  start();
  loader.obey([](const std::string& uri) {
    return uri.ends_with("one.jsonld") ? steering_verdict{errc::excluded, "by the operator"}
                                       : steering_verdict{};
  });
  const auto got = load("/one.jsonld");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::excluded);
  server->stop();
  EXPECT_TRUE(asked.empty());
}

TEST_F(context_site, many_threads_read_the_robots_txt_once) {
  add("one.jsonld", "{}");
  start();
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i) all.emplace_back([&, i] { EXPECT_FALSE(load("/none" + std::to_string(i))); });
  for (auto& one : all) one.join();
  EXPECT_TRUE(load("/one.jsonld"));
  server->stop();
  EXPECT_EQ(std::ranges::count(asked, "/robots.txt"), 1);
}

}  // namespace
}  // namespace laundromat::test
